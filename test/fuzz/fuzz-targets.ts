import { FILE_TARGETS } from './file-targets.ts';
import { createFileRunner } from './file-runner.ts';
import type { RunCase } from './fuzz-loop.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { createJsonRunner } from './json-runner.ts';
import { JSON_TARGETS } from './json-targets.ts';

/** Everything that is fuzzed. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [...FILE_TARGETS, ...JSON_TARGETS];

/** Runs cases of any target, one at a time, in processes that start when they are needed. */
export interface CaseRunner {
  readonly runCase: RunCase;
  close(): Promise<void>;
}

/** Creates a runner; `maxMs` replaces the time limit of a read. */
export function createCaseRunner(maxMs?: number): CaseRunner {
  const files = createFileRunner(maxMs);
  const texts = createJsonRunner();
  return {
    runCase: (target, input) =>
      target.kind === 'file' ? files.run(target, Buffer.from(input)) : texts.run(target, input),
    close: async () => {
      await Promise.all([files.close(), texts.close()]);
    },
  };
}
