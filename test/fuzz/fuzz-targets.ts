import { FILE_TARGETS } from './file-targets.ts';
import { createFileRunner } from './file-runner.ts';
import type { RunCase } from './fuzz-loop.ts';
import { generateOnnx } from './formats/onnx.ts';
import type { FuzzTarget, NetworkTarget } from './fuzz-target.ts';
import { createJsonRunner } from './json-runner.ts';
import { JSON_TARGETS } from './json-targets.ts';
import { createNetworkRunner } from './network-runner.ts';

const onnx: NetworkTarget = { kind: 'network', name: 'onnx', generate: generateOnnx };

/** Everything that is fuzzed. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [...FILE_TARGETS, onnx, ...JSON_TARGETS];

/** Runs cases of any target, one at a time, in processes that start when they are needed. */
export interface CaseRunner {
  readonly runCase: RunCase;
  close(): Promise<void>;
}

/** Creates a runner; `maxMs` replaces the time limit of a read. */
export function createCaseRunner(maxMs?: number): CaseRunner {
  const files = createFileRunner(maxMs);
  const networks = createNetworkRunner();
  const texts = createJsonRunner();
  return {
    runCase(target, input) {
      switch (target.kind) {
        case 'file':
          return files.run(target, Buffer.from(input));
        case 'network':
          return networks.run(Buffer.from(input));
        case 'json':
          return texts.run(target, input);
      }
    },
    close: async () => {
      await Promise.all([files.close(), networks.close(), texts.close()]);
    },
  };
}
