import { serviceMessage, toWireText } from '../../../src-shared/api/messages/service-message.ts';
import type { Message } from '../../../src-shared/api/messages/message.ts';
import type { Generator } from './generator.ts';

/** A generator that does not respond within this time is not ready. */
const HEALTH_MS = 10_000;

/** A generator and its state, as the console shows it. */
export interface GeneratorView {
  readonly name: string;
  readonly kind: string;
  /** Null: this computer. */
  readonly host: string | null;
  readonly operations: readonly string[];
  /** Fields of requests that it applies. */
  readonly fields: readonly string[];
  readonly ready: boolean;
  /** Null if it does not tell one. */
  readonly version: string | null;
  /** Why it is not ready, in English, and for translation. */
  readonly problem: string | null;
  readonly problem_message: Message | null;
}

/** Asks all generators for their state, at the same time. */
export function describeGenerators(generators: readonly Generator[]): Promise<GeneratorView[]> {
  return Promise.all(generators.map(describeGenerator));
}

async function describeGenerator(generator: Generator): Promise<GeneratorView> {
  const { name, kind, host, capabilities } = generator;
  const health = await generator.checkHealth(AbortSignal.timeout(HEALTH_MS)).catch((error: unknown) => {
    const reason = (error as Error).message;
    return { isReady: false, problem: serviceMessage('generator.failed', { name, reason }) } as const;
  });
  const problem = health.isReady ? null : health.problem;
  return {
    ...{ name, kind, host, operations: capabilities.operations, fields: [...capabilities.fields].toSorted() },
    ready: health.isReady,
    version: health.isReady ? health.version : null,
    problem: problem && toWireText(problem),
    problem_message: problem,
  };
}
