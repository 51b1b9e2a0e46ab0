/** Parses a stored text that may be damaged; null if it is no JSON. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
