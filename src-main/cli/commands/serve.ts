import { defineCommand } from '../lib/command/define-command.ts';
import { integer, negatedFlag, textList, withDefault } from '../lib/command/option.ts';

/** `dropforge serve`. */
export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve the app to a browser on this computer',
  options: {
    port: withDefault(integer('N', 'Port; 0 uses the last port, or any free one.', { min: 0, max: 65_535 }), 0),
    open: negatedFlag('Do not open a browser.'),
    allow: textList(
      'DIR',
      'Folder that the page may use for hot folders and output. “folders allow” allows it permanently.',
    ),
  },
  examples: [
    ['dropforge serve --port 8080 --no-open', 'Serve at a fixed port.'],
    ['dropforge serve --allow ~/renders', 'Let the page use another folder.'],
  ],
  run: async (input, context) => (await import('../actions/serve.ts')).serve(input, context),
});
