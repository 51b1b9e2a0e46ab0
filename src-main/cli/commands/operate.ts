import { SPENDING_OPTIONS } from '../lib/command/shared-options.ts';
import { argument, optionalArgument } from '../lib/command/argument.ts';
import { defineCommand } from '../lib/command/define-command.ts';
import { flag, integer, text, textList } from '../lib/command/option.ts';

/** `dropforge operate`. */
export const operateCommand = defineCommand({
  name: 'operate',
  summary: 'Run another operation on the result of a finished job',
  description:
    'Lists the operations for the result of a finished job, or runs one and exports the result. JOB is the id of a job, or its first characters.',
  arguments: {
    job: argument('JOB', 'Job that “queue list” shows.'),
    operation: optionalArgument('OPERATION', 'Operation to run. Without it the operations are listed.'),
  },
  options: {
    set: textList('FIELD=VALUE', 'Parameter of the operation.'),
    upload: textList('FIELD=IMAGE', 'Image for a parameter, such as texture_prompt.image=moss.png.'),
    step: integer('N', 'Step whose result is used, instead of the last.', { min: 1, max: 9999 }),
    check: flag('Validate the request without sending it.'),
    addTo: text('RECIPE', 'Add the operation to one of your recipes as its last step instead of running it.'),
    ...SPENDING_OPTIONS,
  },
  examples: [
    ['dropforge operate 1a2b3c4d', 'List the operations for a job.'],
    ['dropforge operate 1a2b3c4d decimate_mesh --set face_limit=8000', 'Reduce the number of faces.'],
  ],
  run: async (input, context) => (await import('../actions/operate.ts')).operate(input, context),
});
