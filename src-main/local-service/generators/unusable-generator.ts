import { listOperations, type GeneratorConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';
import { toReason } from './generator-faults.ts';
import { APPEARANCES, type Generator } from './generator.ts';
import { hostOf } from './http/host-of.ts';

/** A generator whose configuration cannot be used: its state and its tasks say why. */
export function createUnusableGenerator(config: GeneratorConfig, reason: string): Generator {
  const { name, kind } = config;
  const problem = serviceMessage('generator.not-usable', { name, reason: toReason(reason) });
  return {
    ...{ name, kind, host: kind === 'command' ? null : hostOf(config.url), isShared: false },
    capabilities: {
      operations: listOperations(config),
      appearances: APPEARANCES,
      fields: new Set(),
      concurrency: config.concurrency,
      timeLimitMs: config.timeLimitSeconds * 1_000,
    },
    cleanup: false,
    generate: () => Promise.reject(new ApiError(1000, problem)),
    checkHealth: () => Promise.resolve({ isReady: false, problem }),
    close: () => Promise.resolve(),
  };
}
