import { SPENDING_OPTIONS } from '../lib/command/shared-options.ts';
import { argument } from '../lib/command/argument.ts';
import { defineCommand } from '../lib/command/define-command.ts';
import { flag, text, textList } from '../lib/command/option.ts';

/** `dropforge call`. */
export const callCommand = defineCommand({
  name: 'call',
  summary: 'Run any operation at the service in use',
  description:
    'Sends a request to the service in use, waits for the task and downloads its outputs. Tasks that cost credits need confirmation and count against the limits.',
  arguments: { operation: argument('OPERATION', 'Operation, such as image_to_model.') },
  options: {
    body: text('JSON|FILE', 'Request body as JSON, or a file with it. Default: {}.'),
    upload: textList('FIELD=FILE', 'File for a field, such as input=chair.png or files.0=front.png.'),
    check: flag('Validate the request without sending it.'),
    out: text('DIR', 'Folder for the outputs. Default: the current folder.'),
    ...SPENDING_OPTIONS,
  },
  examples: [
    ['dropforge call image_to_model --upload input=chair.png', 'Generate a model from an image.'],
    ['dropforge call text_to_model --body \'{"prompt":"a chair"}\' --check', 'Validate a request.'],
  ],
  run: async (input, context) => (await import('../actions/call.ts')).call(input, context),
});
