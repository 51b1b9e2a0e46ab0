import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { text } from '../lib/command/option.ts';

const load = () => import('../actions/key.ts');

const secretHint = 'A key is never an argument: pipe it in, or type it at the prompt. Commands: set, test, remove.';
const service = text('NAME', 'Service that “services list” shows. Default: the configured cloud service.');

/** `dropforge key`. */
export const keyCommand = defineCommandGroup({
  name: 'key',
  summary: 'Store, test and remove API keys',
  description:
    'Stores, tests and removes the API key of a service. A key is read from standard input or a hidden prompt.',
  secretHint,
  examples: [
    ['dropforge key set --service eu', 'Type a key at a hidden prompt.'],
    ['dropforge key test < key.txt', 'Test a key without storing it.'],
  ],
  commands: [
    defineCommand({
      name: 'set',
      summary: 'Store the key in the keychain of the system',
      secretHint,
      options: { service },
      run: async (input, context) => (await load()).setKey(input.service, context),
    }),
    defineCommand({
      name: 'test',
      summary: 'Test the stored key, or one from standard input',
      secretHint,
      options: { service },
      run: async (input, context) => (await load()).testKey(input.service, context),
    }),
    defineCommand({
      name: 'remove',
      summary: 'Remove the key from the keychain',
      secretHint,
      options: { service },
      run: async (input, context) => (await load()).removeKey(input.service, context),
    }),
  ],
});
