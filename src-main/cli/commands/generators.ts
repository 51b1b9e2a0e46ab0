import { GENERATOR_OPERATIONS, HUNYUAN3D_VIEWS } from '../../../src-shared/api/generators/generator-operations.ts';
import { argument, optionalArgument } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { choice, integer, negatedFlag, required, text, textList } from '../lib/command/option.ts';

const load = () => import('../actions/generators.ts');

const name = argument('NAME', 'Generator that “generators list” shows.');
const operations = GENERATOR_OPERATIONS.map((operation) => operation.replaceAll('_', '-')).join(', ');

/** Options of `add` and `change`. */
const SETTINGS = {
  url: text('URL', 'Address of the server.'),
  workflow: text('FILE', 'Workflow of ComfyUI, exported with “Export (API)”.'),
  keyFile: text('FILE', 'File with the API key of a service.'),
  creditsPerDay: integer('N', 'Most credits to spend per day at a service that charges. Default: 0.', {
    min: 0,
    max: 1_000_000,
  }),
  views: choice(HUNYUAN3D_VIEWS, 'How a Hunyuan3D server takes several views. Default: one image only.'),
  command: text('COMMAND', 'Program with its arguments; quote those with spaces.'),
  operation: textList('OPERATION', `Operation that the program supports: ${operations}. Default: image-to-model.`),
  field: textList('FIELD', 'Field of requests that the program applies.'),
  programVersion: text('TEXT', 'Version of the program, shown in results.'),
  concurrency: integer('N', 'Tasks at the same time.', { min: 1, max: 16 }),
  timeLimit: integer('SECONDS', 'Time limit of a task.', { min: 1, max: 14_400 }),
} as const;

/** `dropforge generators`. */
export const generatorsCommand = defineCommandGroup({
  name: 'generators',
  summary: 'Add your own generators and choose what they generate',
  description:
    'Lists, adds, changes, tests and selects generators that you run: servers of Hunyuan3D and ComfyUI, programs, and other services. The local service uses them in place of the built-in engine.',
  fallback: 'list',
  examples: [
    ['dropforge generators find', 'Look for servers on this computer.'],
    ['dropforge generators add hunyuan --kind hunyuan3d --url http://127.0.0.1:8081', 'Add a server.'],
    ['dropforge generators add mine --command "python3 generate.py"', 'Add a program.'],
    ['dropforge generators change mine --time-limit 600', 'Change its time limit.'],
    ['dropforge generators test mine photo.png', 'Generate one model with it.'],
    ['dropforge generators use image-to-model mine', 'Use it for all images.'],
  ],
  commands: [
    defineCommand({
      name: 'list',
      summary: 'List the generators with their state',
      run: async (_, context) => (await load()).listGenerators(context),
    }),
    defineCommand({
      name: 'find',
      summary: 'Look for servers on this computer',
      description: 'Looks for Hunyuan3D and ComfyUI at the ports that they use by default: 8080, 8081 and 8188.',
      run: async (_, context) => (await load()).findGenerators(context),
    }),
    defineCommand({
      name: 'add',
      summary: 'Add a generator',
      arguments: { name: argument('NAME', 'Name for the generator.') },
      options: {
        kind: choice(['hunyuan3d', 'comfyui', 'service'], 'Kind of server.'),
        texture: negatedFlag('The Hunyuan3D server was started without its texture model.'),
        ...SETTINGS,
      },
      run: async ({ name: added, ...input }, context) => (await load()).addGenerator(added, input, context),
    }),
    defineCommand({
      name: 'change',
      summary: 'Change a generator',
      description:
        'Changes what is given, and keeps everything else. A generator that no longer supports an operation is no longer used for it.',
      arguments: { name },
      options: {
        rename: text('NAME', 'New name.'),
        texture: choice(['yes', 'no'], 'The Hunyuan3D server was started with its texture model.'),
        ...SETTINGS,
      },
      run: async ({ name: changed, ...input }, context) => (await load()).changeGenerator(changed, input, context),
    }),
    defineCommand({
      name: 'test',
      summary: 'Generate one model from a sample',
      description: 'Generates one model from a bundled sample or an image, and says how long it took and what it is.',
      arguments: { name, image: optionalArgument('IMAGE', 'Image to use. Default: a bundled sample.') },
      options: { out: text('DIR', 'Folder for the model. Default: the current folder.') },
      run: async ({ name: tested, ...input }, context) => (await load()).testGenerator(tested, input, context),
    }),
    defineCommand({
      name: 'use',
      summary: 'Select the generator of an operation',
      arguments: {
        operation: argument('OPERATION', `One of ${operations}.`),
        name: argument('NAME|built-in', 'The generator, or “built-in” for the engine of Dropforge.'),
      },
      run: async (input, context) => (await load()).useGenerator(input.operation, input.name, context),
    }),
    defineCommand({
      name: 'unsupported',
      summary: 'Choose what happens to fields that a generator cannot apply',
      arguments: {},
      options: {
        by: required(
          choice(
            ['ignore', 'built-in', 'refuse'],
            '“ignore” generates without them; “built-in” uses the built-in engine; “refuse” fails the job.',
          ),
        ),
      },
      run: async (input, context) => (await load()).setUnsupported(input.by, context),
    }),
    defineCommand({
      name: 'remove',
      summary: 'Remove a generator',
      arguments: { name },
      run: async (input, context) => (await load()).removeGenerator(input.name, context),
    }),
  ],
});
