import { CATEGORY_NAMES } from '../../../src-shared/api/models/categories.ts';
import { argument, choiceArgument } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';

const load = () => import('../actions/concurrency.ts');

/** `dropforge concurrency`. */
export const concurrencyCommand = defineCommandGroup({
  name: 'concurrency',
  summary: 'Show and set how many tasks run at once',
  description:
    'Shows and sets how many tasks run at once, by pool, for accounts with other limits than the documented ones.',
  fallback: 'show',
  examples: [['dropforge concurrency set image 4', 'Run four image tasks at once.']],
  commands: [
    defineCommand({
      name: 'show',
      summary: 'Show the size of every pool',
      run: async (_, context) => (await load()).showConcurrency(context),
    }),
    defineCommand({
      name: 'set',
      summary: 'Set the size of a pool',
      arguments: {
        pool: choiceArgument(CATEGORY_NAMES, `Pool: ${CATEGORY_NAMES.join(', ')}.`, 'POOL'),
        size: argument('N|default', 'Tasks at once, 1 to 1000; “default” resets the pool.'),
      },
      run: async ({ pool, size }, context) => (await load()).setConcurrency(pool, size, context),
    }),
  ],
});
