import type { RunDetails } from 'fast-check';
import type { Mutation } from '../simulation/mutation.ts';
import type { History } from './history.ts';
import { runHistory } from './run-history.ts';

/** Longest part of a story that a person reads, lines. */
const MAX_LINES = 80;

/** The smallest history that fails, as lines: its commands with their results, then what happened in the app. */
export async function tellFailure(
  { counterexample, seed, counterexamplePath }: RunDetails<[History]>,
  mutation: Mutation = {},
): Promise<string> {
  const [history] = counterexample ?? [];
  if (!history) return `no history ran (seed ${seed})`;
  const { violation, lines, story } = await runHistory(history, mutation, true);
  return [
    `“${violation?.invariant ?? 'nothing, when it runs again'}”: ${violation?.detail ?? ''}`,
    `with ${history.credits} credits, resend ${history.resend}:`,
    ...lines,
    '',
    ...story.slice(-MAX_LINES),
    `seed ${seed}, path ${counterexamplePath ?? ''}`,
  ].join('\n');
}
