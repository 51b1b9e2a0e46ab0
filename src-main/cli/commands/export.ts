import { argumentList } from '../lib/command/argument.ts';
import { defineCommand } from '../lib/command/define-command.ts';
import { required, text } from '../lib/command/option.ts';

/** `dropforge export`. */
export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Deliver model files to a program',
  arguments: { files: argumentList('FILE', 'Model files.') },
  options: {
    target: required(text('NAME', 'Program that “targets list” shows.')),
    out: text('DIR', 'Folder to write to, for targets that write files. Default: the output folder.'),
    program: text('PATH', 'Executable to use, where it is not found automatically.'),
    rule: text(
      'RULE',
      'Name of a copy for the target “folder”, from {file}, {format} and {date}, with slashes for folders. Default: {file}.',
    ),
    exportFolder: text('DIR', 'Output folder. Default: the one in the settings.'),
  },
  examples: [
    ['dropforge export --target blender chair.glb', 'Import a model in Blender.'],
    ['dropforge export --target folder --out ~/models chair.glb', 'Copy a model to a folder.'],
  ],
  run: async (input, context) => (await import('../actions/export.ts')).exportFiles(input, context),
});
