import { defineCommand } from '../lib/command/define-command.ts';
import { choice, flag } from '../lib/command/option.ts';

/** `dropforge usage`. */
export const usageCommand = defineCommand({
  name: 'usage',
  summary: 'List the tasks of the account at the service in use',
  description:
    'Lists all tasks of the account at the service in use, newest first, or sums of their credits. Sums by recipe need the queue of this home.',
  options: {
    by: choice(['day', 'operation', 'recipe'], 'Sum the credits.'),
    csv: flag('Print CSV.'),
  },
  examples: [['dropforge usage --by day', 'Show the credits of each day.']],
  run: async (input, context) => (await import('../actions/usage.ts')).showUsage(input, context),
});
