/** Lines that say how two recipes differ; `{1}`, `{2}` … stand for what varies. */
export const DIFF_LINES = [
  // Of the recipe as a whole.
  '~ the file that is there is damaged',
  '~ name: {1} → {2}',
  '~ takes: {1} → {2}',
  '~ help: {1} → {2}',
  '~ also takes: {1} → {2}',
  // Of its steps.
  '+ step {1}: {2}',
  '- step {1}: {2}',
  '+ step {1} ({2}) {3}: {4}',
  '- step {1} ({2}) {3}: {4}',
  '~ step {1} ({2}) {3}: {4} → {5}',
  '~ step {1} ({2}) works on: {3} → {4}',
  '~ step {1} ({2}) exports: {3} → {4}',
] as const;
