import { argument, optionalArgument } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { choice, flag, integer, text } from '../lib/command/option.ts';

const load = () => import('../actions/folders.ts');

const folderOptions = {
  recipe: text('NAME', 'Recipe to run. A new folder uses “draft”.'),
  out: text('DIR|none', 'Output folder. “none” uses the folder in the settings.'),
  after: choice(['move', 'stay'], 'Move processed files to “done” and “failed”, or leave them.'),
  limit: integer(
    'N',
    'Ask for confirmation if more than N new files arrive at once and cost credits; 500 by default.',
    {
      min: 1,
      max: 999_999,
    },
  ),
  cap: text('N|none', 'Credits that the folder may spend a day without confirmation.'),
  hours: text('HOURS', 'Hours to watch: “always”, “22:00-06:00” or “mon,tue 22:00-06:00”.'),
};
const folder = argument('ID', 'Hot folder that “folders list” shows: its id or its path.');

/** `dropforge folders`. */
export const foldersCommand = defineCommandGroup({
  name: 'folders',
  summary: 'List, add and change hot folders',
  description: 'Lists, adds and changes the hot folders in the settings. “dropforge watch” and the window watch them.',
  fallback: 'list',
  examples: [
    ['dropforge folders add ~/inbox --recipe game --cap 50', 'Add a hot folder.'],
    ['dropforge folders allow ~/renders', 'Let the page in the browser use a folder.'],
    ['dropforge folders log --problems', 'Show the problems of all folders.'],
  ],
  commands: [
    defineCommand({
      name: 'list',
      summary: 'List the hot folders',
      run: async (_, context) => (await load()).listFolders(context),
    }),
    defineCommand({
      name: 'add',
      summary: 'Add a hot folder',
      arguments: { directory: argument('DIR', 'Folder to watch; it is created if it does not exist.') },
      options: { ...folderOptions },
      run: async ({ directory, ...input }, context) => (await load()).addFolder(directory, input, context),
    }),
    defineCommand({
      name: 'change',
      summary: 'Change a hot folder',
      arguments: { folder },
      options: { ...folderOptions },
      run: async ({ folder: id, ...input }, context) => (await load()).changeFolder(id, input, context),
    }),
    defineCommand({
      name: 'pause',
      summary: 'Pause a hot folder',
      arguments: { folder },
      run: async (input, context) => (await load()).enableFolder(input.folder, false, context),
    }),
    defineCommand({
      name: 'resume',
      summary: 'Resume a hot folder',
      arguments: { folder },
      run: async (input, context) => (await load()).enableFolder(input.folder, true, context),
    }),
    defineCommand({
      name: 'remove',
      summary: 'Remove a hot folder; its files and jobs are kept',
      arguments: { folder },
      run: async (input, context) => (await load()).removeFolder(input.folder, context),
    }),
    defineCommand({
      name: 'allow',
      summary: 'Allow the page in the browser to use a folder',
      description:
        'Lets the page of “dropforge serve” use a folder and the folders inside it for hot folders and output. Without DIR, lists the allowed folders.',
      arguments: { directory: optionalArgument('DIR', 'Folder to allow.') },
      run: async ({ directory }, context) => (await load()).allowFolder(directory, context),
    }),
    defineCommand({
      name: 'disallow',
      summary: 'Stop allowing the page in the browser to use a folder',
      arguments: { directory: argument('DIR', 'Folder that “folders allow” lists.') },
      run: async ({ directory }, context) => (await load()).disallowFolder(directory, context),
    }),
    defineCommand({
      name: 'log',
      summary: 'Show the activity of hot folders',
      arguments: { folder: optionalArgument('ID', 'Hot folder. Default: all.') },
      options: { problems: flag('Only problems.') },
      run: async ({ folder: id, problems }, context) => (await load()).showFolderLog(id, problems, context),
    }),
  ],
});
