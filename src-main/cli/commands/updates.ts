import { argument } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';

const load = () => import('../actions/updates.ts');

/** `dropforge updates`. */
export const updatesCommand = defineCommandGroup({
  name: 'updates',
  summary: 'Check for a newer version',
  description: 'Checks for a newer version. Nothing is downloaded or installed.',
  fallback: 'show',
  examples: [['dropforge updates', 'Check for a newer version.']],
  commands: [
    defineCommand({
      name: 'show',
      summary: 'Check for a newer version',
      run: async (_, context) => (await load()).checkUpdates(null, context),
    }),
    defineCommand({
      name: 'on',
      summary: 'Check automatically',
      run: async (_, context) => (await load()).checkUpdates({ ask: true }, context),
    }),
    defineCommand({
      name: 'off',
      summary: 'Do not check automatically',
      run: async (_, context) => (await load()).checkUpdates({ ask: false }, context),
    }),
    defineCommand({
      name: 'address',
      summary: 'Set the URL to check',
      arguments: { url: argument('URL|none', 'URL of the release list; “none” removes it.') },
      run: async ({ url }, context) => (await load()).checkUpdates({ address: url === 'none' ? null : url }, context),
    }),
  ],
});
