import type { OperationName } from '../../../src-shared/api/operations.ts';

type Params = Readonly<Record<string, unknown>>;

/** Key in the tab's session storage. */
const storageKey = (name: OperationName): string => `dropforge-operation-${name}`;

/** Reads the parameters of an operation's last order in this tab; null if there was none. */
export function readLastParams(name: OperationName): Params | null {
  const stored = sessionStorage.getItem(storageKey(name));
  return stored === null ? null : (JSON.parse(stored) as Params);
}

/** Saves the parameters of an operation's order. */
export function saveLastParams(name: OperationName, params: Params): void {
  try {
    sessionStorage.setItem(storageKey(name), JSON.stringify(params));
  } catch {
    // The session storage is full or disabled; this is only a convenience.
  }
}
