import type { OperationName } from '../../../src-shared/api/operations.ts';

/** Operation and step the view is opened with. */
export interface OperationDraft {
  readonly name: OperationName;
  /** Step whose result it processes; absent: the last. */
  readonly step?: number;
}
