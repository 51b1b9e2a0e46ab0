import { MESH_FORMATS } from '../../../src-shared/formats/formats.ts';
import { MAX_VARIANTS } from '../../../src-shared/recipes/max-variants.ts';
import { SPENDING_OPTIONS } from '../lib/command/shared-options.ts';
import { argumentList } from '../lib/command/argument.ts';
import { defineCommand } from '../lib/command/define-command.ts';
import { flag, integer, text, withDefault } from '../lib/command/option.ts';

/** `dropforge make`. */
export const makeCommand = defineCommand({
  name: 'make',
  summary: 'Generate models from images, folders, links and prompts',
  description:
    'Generates a model for every input: an image, a model, a text file with a prompt, a folder of them, or a link. Images named …_front, …_left, …_back and …_right are views of one model. Prints the paths of the exported files. Tasks that cost credits need confirmation.',
  arguments: { inputs: argumentList('FILE|LINK', 'Files, folders and links to process.') },
  options: {
    recipe: withDefault(text('NAME', 'Recipe to run.'), 'draft'),
    variants: withDefault(integer('N', 'Number of variants of each model.', { min: 1, max: MAX_VARIANTS }), 1),
    format: text(
      'LIST',
      `Output formats, separated by commas: ${MESH_FORMATS.join(', ')}. Only with the recipe “draft”. Default: the formats in the settings.`,
    ),
    out: text('DIR', 'Output folder. Default: the one in the settings.'),
    skipKnown: flag('Skip files whose content is already in the queue.'),
    linksInside: flag('Allow links into the local network.'),
    dryRun: flag('Show the cost and the rejected files, and stop. The content of files is not read.'),
    ...SPENDING_OPTIONS,
  },
  examples: [
    ['dropforge make chair.png', 'Generate a model from an image.'],
    ['dropforge make props/ --recipe game --out ~/models', 'Run a recipe for every image in a folder.'],
    ['dropforge make chair.png --format glb,fbx --dry-run', 'Show the cost without generating anything.'],
  ],
  run: async (input, context) => (await import('../actions/make.ts')).make(input, context),
});
