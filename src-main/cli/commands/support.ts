import { defineCommand } from '../lib/command/define-command.ts';
import { flag, text } from '../lib/command/option.ts';

/** `dropforge support`. */
export const supportCommand = defineCommand({
  name: 'support',
  summary: 'Collect information for a support request',
  description:
    'Prints versions, settings, problems and log lines for a support request, without keys, tokens, signed URLs and names of files.',
  options: {
    out: text('FILE', 'File to create. Default: print the text.'),
    prompts: flag('Include prompts and file names.'),
  },
  examples: [['dropforge support --out support.txt', 'Save the information to a file.']],
  run: async (input, context) => (await import('../actions/support.ts')).support(input, context),
});
