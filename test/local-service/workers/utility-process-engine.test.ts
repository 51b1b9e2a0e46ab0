import { expect, test, vi } from 'vitest';
import { createUtilityProcessEngines } from '../../../src-main/local-service/workers/utility-process-engine.ts';
import { createEngineHost } from '../../../src-main/shell/processes/engine-host.ts';

test('the window’s host starts an engine with the environment of the service, not with its own', () => {
  const name = 'DROPFORGE_TEST_KEY';
  const environments: NodeJS.ProcessEnv[] = [];
  const host = createEngineHost(
    (_args, env) => {
      environments.push(env);
      return { send: () => undefined, end: () => undefined };
    },
    () => undefined,
  );
  vi.stubEnv(name, 'a key');
  const start = createUtilityProcessEngines({
    on: () => undefined,
    postMessage: (order) => host.handleMessage(structuredClone(order)),
  });
  vi.stubEnv(name, undefined);
  start(new URL(import.meta.url), { heapMb: 64, maxBytes: 1 }, { onMessage: () => undefined, onExit: () => undefined });
  expect(environments).toEqual([process.env]);
  expect(environments[0]).not.toHaveProperty(name);
});
