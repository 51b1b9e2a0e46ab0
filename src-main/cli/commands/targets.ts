import { InvalidArgumentError } from 'commander';
import { TARGET_NAMES } from '../../dcc/targets/target.ts';
import { choiceArgument, optionalArgumentList } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { flag, parsed, text } from '../lib/command/option.ts';

const load = () => import('../actions/targets.ts');

const name = choiceArgument(TARGET_NAMES, `Program: ${TARGET_NAMES.join(', ')}.`, 'NAME');
const exportFolder = text('DIR', 'Output folder. Default: the one in the settings.');
const installation = {
  project: text('DIR', 'Project folder, for programs with bridges in projects.'),
  version: text('V', 'Version of the program. Default: all installed versions.'),
};

/** `dropforge targets`. */
export const targetsCommand = defineCommandGroup({
  name: 'targets',
  summary: 'List programs and install their bridges',
  description: 'Lists the programs that models are delivered to, and installs the bridges that import them.',
  fallback: 'list',
  examples: [
    ['dropforge targets', 'List the programs on this computer.'],
    ['dropforge targets install blender', 'Install the bridge for Blender.'],
    ['dropforge targets set maya scale=100', 'Change how Maya imports models.'],
  ],
  commands: [
    defineCommand({
      name: 'list',
      summary: 'List programs, bridges, and running programs',
      options: { exportFolder },
      run: async (input, context) => (await load()).listAllTargets(input.exportFolder, context),
    }),
    defineCommand({
      name: 'install',
      summary: 'Install or update the bridge of a program',
      arguments: { name },
      options: {
        importExisting: flag('Import the models that are already in the output folder.'),
        ...installation,
        as: text('NAME', 'Name of the target in the output folder.'),
        scale: parsed('N', 'Scale factor for imported models. 0.0001 to 10000.', parseScale),
        exportFolder,
      },
      run: async ({ name: target, ...input }, context) => (await load()).installTarget(target, input, context),
    }),
    defineCommand({
      name: 'remove',
      summary: 'Remove the bridge of a program',
      arguments: { name },
      options: { ...installation },
      run: async ({ name: target, ...input }) => (await load()).removeTarget(target, input),
    }),
    defineCommand({
      name: 'set',
      summary: 'Show or change how a program imports models',
      arguments: {
        name,
        settings: optionalArgumentList('KEY=VALUE', 'Settings; “KEY=” resets one. Without any the settings are shown.'),
      },
      options: { ...installation },
      run: async ({ name: target, settings, ...input }) => (await load()).setTarget(target, settings, input),
    }),
    defineCommand({
      name: 'test',
      summary: 'Deliver a test model to a program',
      arguments: { name },
      run: async (input) => (await load()).testOneTarget(input.name),
    }),
  ],
});

/** The range that the bridges accept. */
function parseScale(given: string): number {
  const scale = /^\d+(\.\d+)?$/.test(given) ? Number(given) : NaN;
  if (scale >= 0.0001 && scale <= 10_000) return scale;
  throw new InvalidArgumentError('Use a factor from 0.0001 to 10000.');
}
