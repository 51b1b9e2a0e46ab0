import { LOG_LEVELS } from '../../../src-shared/base/log-levels.ts';
import { defineCommand } from '../lib/command/define-command.ts';
import { choice, flag, withDefault } from '../lib/command/option.ts';

/** `dropforge log`. */
export const logCommand = defineCommand({
  name: 'log',
  summary: 'Show the log',
  description: 'Shows the last 500 lines of the log. It holds no keys or other secrets.',
  options: {
    follow: flag('Show new lines until interrupted.'),
    level: withDefault(choice(LOG_LEVELS, 'Lowest level to show.'), 'info'),
  },
  examples: [['dropforge log --follow --level warn', 'Follow warnings and errors.']],
  run: async (input, context) => (await import('../actions/log.ts')).showLog(input, context),
});
