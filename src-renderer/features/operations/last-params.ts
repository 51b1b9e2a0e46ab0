import type { OperationName } from '../../../src-shared/api/operations.ts';

type Params = Readonly<Record<string, unknown>>;

/** Where a tab keeps them for as long as it is open. */
const storedAs = (name: OperationName): string => `dropforge-operation-${name}`;

/** What an operation was ordered with last in this tab; null: it was not. */
export function readLastParams(name: OperationName): Params | null {
  const stored = sessionStorage.getItem(storedAs(name));
  return stored === null ? null : (JSON.parse(stored) as Params);
}

/** Remembers what an operation was ordered with. */
export function saveLastParams(name: OperationName, params: Params): void {
  try {
    sessionStorage.setItem(storedAs(name), JSON.stringify(params));
  } catch {
    // The tab's store is full or closed; nothing depends on it.
  }
}
