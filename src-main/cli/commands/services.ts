import { argument, choiceArgument } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { choice, required, text, withDefault } from '../lib/command/option.ts';

const load = () => import('../actions/services.ts');

const name = argument('NAME', 'Service that “services list” shows.');
const resend = choice(
  ['strict', 'auto'],
  'After a lost response: “strict” waits for your decision; “auto” sends the task again where that is proven to be safe.',
);
const storage = text('URL', 'Address of the object storage of a studio, if it is in the local network.');
const caFile = text(
  'FILE',
  'Certificates of an internal certificate authority (PEM), trusted for this service and its storage only.',
);

/** `dropforge services`. */
export const servicesCommand = defineCommandGroup({
  name: 'services',
  summary: 'List, add and select services',
  description: 'Lists, adds and selects services. The service “local” is this computer.',
  fallback: 'list',
  examples: [
    ['dropforge services add eu --url https://api.example.com', 'Add a cloud service.'],
    [
      'dropforge services add studio --url https://dropforge.example.org --ca-file studio-ca.pem',
      'Add a studio with its own certificate authority.',
    ],
    ['dropforge services use local', 'Generate models on this computer.'],
  ],
  commands: [
    defineCommand({
      name: 'list',
      summary: 'List the services',
      run: async (_, context) => (await load()).listKnownServices(context),
    }),
    defineCommand({
      name: 'add',
      summary: 'Add a cloud service',
      arguments: { name: argument('NAME', 'Name for the service.') },
      options: {
        url: required(text('URL', 'Base URL.')),
        region: withDefault(choice(['international', 'china'], 'Region of the service.'), 'international'),
        resend: withDefault(resend, 'strict'),
        storage,
        caFile,
      },
      run: async ({ name: added, ...service }, context) => (await load()).addCloudService(added, service, context),
    }),
    defineCommand({
      name: 'use',
      summary: 'Select the service in use',
      arguments: { name },
      run: async (input, context) => (await load()).useNamedService(input.name, context),
    }),
    defineCommand({
      name: 'change',
      summary: 'Change a service',
      arguments: { name },
      options: { resend, storage, caFile },
      run: async ({ name: changed, ...change }, context) => (await load()).changeNamedService(changed, change, context),
    }),
    defineCommand({
      name: 'remove',
      summary: 'Remove a service and its key',
      arguments: { name },
      run: async (input, context) => (await load()).removeNamedService(input.name, context),
    }),
    defineCommand({
      name: 'rehearsal',
      summary: 'Turn rehearsal mode of the local service on or off',
      description:
        'Turns rehearsal mode on or off: the local service applies the cloud’s limits and spends test credits.',
      arguments: { state: choiceArgument(['on', 'off'], 'New state.') },
      run: async ({ state }, context) => (await load()).switchRehearsal(state === 'on', context),
    }),
  ],
});
