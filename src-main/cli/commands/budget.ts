import { argument } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';

const load = () => import('../actions/budget.ts');

const amount = argument('AMOUNT|none', 'Credits, such as 50 or 12.50; “none” removes the limit.');

/** `dropforge budget`. */
export const budgetCommand = defineCommandGroup({
  name: 'budget',
  summary: 'Show and set spending limits',
  description: 'Shows and sets spending limits, in credits.',
  fallback: 'show',
  examples: [
    ['dropforge budget set day 50', 'Spend at most 50 credits a day.'],
    ['dropforge budget set folder ~/renders none', 'Remove the limit of a hot folder.'],
  ],
  commands: [
    defineCommand({
      name: 'show',
      summary: 'Show the spending limits',
      run: async (_, context) => (await load()).showBudget(context),
    }),
    defineCommandGroup({
      name: 'set',
      summary: 'Set a spending limit',
      commands: [
        defineCommand({
          name: 'day',
          summary: 'Set the daily limit',
          arguments: { amount },
          run: async ({ amount }, context) => (await load()).setBudget({ kind: 'day' }, amount, context),
        }),
        defineCommand({
          name: 'recipe',
          summary: 'Set the daily limit of a recipe',
          arguments: { id: argument('ID', 'Recipe that “recipes list” shows.'), amount },
          run: async ({ id, amount }, context) => (await load()).setBudget({ kind: 'recipe', id }, amount, context),
        }),
        defineCommand({
          name: 'folder',
          summary: 'Set the daily limit of a hot folder',
          arguments: { id: argument('ID|PATH', 'Hot folder that “folders list” shows.'), amount },
          run: async ({ id, amount }, context) => (await load()).setBudget({ kind: 'folder', id }, amount, context),
        }),
        defineCommand({
          name: 'pause-below',
          summary: 'Set the balance below which the queue pauses',
          arguments: { amount },
          run: async ({ amount }, context) => (await load()).setBudget({ kind: 'pause-below' }, amount, context),
        }),
        defineCommand({
          name: 'confirm-above',
          summary: 'Set the cost above which a batch needs confirmation',
          arguments: { amount: argument('AMOUNT', 'Credits, such as 5.') },
          run: async ({ amount }, context) => (await load()).setBudget({ kind: 'confirm-above' }, amount, context),
        }),
      ],
    }),
  ],
});
