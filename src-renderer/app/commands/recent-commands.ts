const STORED_AS = 'dropforge-recent-commands';

/** Maximum number of recent commands. */
const MAX_RECENT = 8;

/** Returns the ids of the latest commands run from the palette, newest first; empty if the stored value is invalid. */
export function recentCommands(): readonly string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Adds a command to the recent ones. */
export function rememberCommand(id: string): void {
  const others = recentCommands().filter((other) => other !== id);
  localStorage.setItem(STORED_AS, JSON.stringify([id, ...others].slice(0, MAX_RECENT)));
}
