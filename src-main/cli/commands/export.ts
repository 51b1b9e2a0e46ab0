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
    out: text('DIR', 'Folder to copy to, for the target “folder”.'),
    program: text('PATH', 'Program to open, for the target “open-with”.'),
    rule: text('RULE', 'How a copy is named, for the target “folder”.'),
    exportFolder: text('DIR', 'Export folder. Default: the one in the settings.'),
  },
  examples: [
    ['dropforge export --target blender chair.glb', 'Import a model in Blender.'],
    ['dropforge export --target folder --out ~/models chair.glb', 'Copy a model to a folder.'],
  ],
  run: async (input, context) => (await import('../actions/export.ts')).exportFiles(input, context),
});
