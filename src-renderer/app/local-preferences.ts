/** A choice the page made before, if it is still one of these; else the first. A page without storage remembers nothing. */
export function readPreference<T extends string>(key: string, choices: readonly [T, ...T[]]): T {
  try {
    const kept = localStorage.getItem(`dropforge-${key}`);
    return choices.find((choice) => choice === kept) ?? choices[0];
  } catch {
    return choices[0];
  }
}

/** Keeps a choice of the page for its next start. */
export function savePreference(key: string, choice: string): void {
  try {
    localStorage.setItem(`dropforge-${key}`, choice);
  } catch {
    // Nothing is lost but the choice.
  }
}
