/** Reads a saved choice; defaults to the first one if none or an unknown one is saved, or if there is no storage. */
export function readPreference<T extends string>(key: string, choices: readonly [T, ...T[]]): T {
  try {
    const saved = localStorage.getItem(`dropforge-${key}`);
    return choices.find((choice) => choice === saved) ?? choices[0];
  } catch {
    return choices[0];
  }
}

/** Saves a choice for the next start. */
export function savePreference(key: string, choice: string): void {
  try {
    localStorage.setItem(`dropforge-${key}`, choice);
  } catch {
    // Without storage, the choice is lost on reload.
  }
}
