const STORED_AS = 'dropforge-recent-commands';

/** More than a person remembers are not kept. */
const MAX_KEPT = 8;

/** Ids of the commands that were run from the palette, the last one first; none where nothing sensible is stored. */
export function recentCommands(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MAX_KEPT) : [];
  } catch {
    return [];
  }
}

/** Remembers that a command was run. */
export function rememberCommand(id: string): void {
  const others = recentCommands().filter((other) => other !== id);
  localStorage.setItem(STORED_AS, JSON.stringify([id, ...others].slice(0, MAX_KEPT)));
}
