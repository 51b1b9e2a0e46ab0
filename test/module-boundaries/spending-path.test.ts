import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** Files of the app that may reach a cloud service; the local service and the engine only answer it. */
const files = globSync('src-main/**/*.ts', { cwd: root, exclude: ['src-main/{local-service,engine}/**'] })
  .map((file) => file.replaceAll('\\', '/').replace(/^src-main\//, ''))
  .sort();
const read = (file: string): string => readFileSync(join(root, 'src-main', file), 'utf8');
/** Files with a match outside of comments. */
const filesWith = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(read(file).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')));

/** Each step on the way to the POST of a creation, and the only files that take it. */
const WAY: readonly (readonly [step: string, call: RegExp, from: readonly string[]])[] = [
  ['opens a connection for a creation', /from '[./\w-]*\/send-once\.ts'/, ['service-client/http/plain-network.ts']],
  [
    'sends a creation over the network',
    /\.sendOnce\(/,
    ['service-client/http/send-creation.ts', 'service-client/service-client.ts'],
  ],
  [
    'classifies its response',
    /\bsendCreation\(/,
    ['service-client/http/send-creation.ts', 'service-client/service-client.ts'],
  ],
  ['asks a client to create a task', /\bclient\.create\(/, ['pipeline/steps/create.ts']],
  ['marks an intent as sending', /\.markSending\(/, ['pipeline/steps/create.ts']],
  ['saves an intent', /\bintents\.prepare\(/, ['pipeline/steps/create.ts', 'queue/spending/recorded-intents.ts']],
  ['reserves credits', /\bbudget\.reserve\(/, ['pipeline/steps/create.ts']],
  ['lets an unconfirmed order be sent again', /\bbudget\.affords\(/, ['pipeline/steps/create.ts']],
  ['requests a task', /\brequestTask\(/, ['cli/lib/buy-task.ts', 'pipeline/steps/create.ts']],
  ['orders a step of a job', /\bcreateTask\(/, ['pipeline/run-pipeline.ts', 'pipeline/steps/create.ts']],
];

it.each(WAY)('only the way through the budget %s', (_, call, from) => {
  expect(filesWith(call)).toEqual(from);
});

/** Checks that a person confirmed a cost: the plan of the call, or the agreement of a hot folder. */
const CONSENT = /\b(assertTotalConfirmed|confirmSpending|findDoubt)\(/;
/** Queue commands after which something new may be ordered. `queue.add`, also as `deps.queue.add`. */
const SPENDING_COMMAND = /\bqueue\.(add|confirm|exportAs|operate|repeat)\(/;

it('every caller of a queue command that spends asks for consent', () => {
  const callers = filesWith(SPENDING_COMMAND);
  expect(callers).toEqual([
    'cli/actions/make.ts',
    'cli/actions/queue.ts',
    'hot-folders/create-jobs.ts',
    'hot-folders/unconfirmed-batch.ts',
    'ipc/handlers/operation-handlers.ts',
    'ipc/handlers/queue-handlers.ts',
    'ipc/views/recipe-test.ts',
  ]);
  expect(callers.filter((file) => !CONSENT.test(read(file)))).toEqual([]);
  const counted = (text: string, pattern: RegExp): number => text.match(new RegExp(pattern, 'g'))?.length ?? 0;
  const lax = callers.filter((file) => counted(read(file), CONSENT) < counted(read(file), SPENDING_COMMAND));
  expect(lax).toEqual([]);
});
