import type { PageBridge } from '../../src-shared/ipc/page-bridge.ts';

/** A main process that never answers and never tells anything: parts stand as they are given. */
export const stillBridge: PageBridge = {
  host: 'browser',
  call: () => new Promise(() => undefined),
  on: () => () => undefined,
  takeFiles: () => new Promise(() => undefined),
  artifactUrl: () => 'data:,',
};
