import { defineCommand } from '../lib/command/define-command.ts';
import { flag, text } from '../lib/command/option.ts';

/** `dropforge history`. */
export const historyCommand = defineCommand({
  name: 'history',
  summary: 'List the paid tasks of this home',
  description:
    'Lists the paid tasks of this home, newest first, with totals. In rehearsal mode it lists those paid with test credits instead.',
  options: {
    csv: flag('Print CSV.'),
    since: text('YYYY-MM-DD', 'Only tasks since this day.'),
  },
  examples: [['dropforge history --since 2026-11-01 --csv > november.csv', 'Save the tasks as CSV.']],
  run: async (input, context) => (await import('../actions/history.ts')).showHistory(input, context),
});
