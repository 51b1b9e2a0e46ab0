import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { integer, required, text } from '../lib/command/option.ts';

const load = () => import('../actions/webhook.ts');

const secretHint = 'A secret is never an argument: pipe it in, or type it at the prompt. Commands: show, set, off.';

/** `dropforge webhook`. */
export const webhookCommand = defineCommandGroup({
  name: 'webhook',
  summary: 'Show and set where webhooks are received',
  description:
    'Shows and sets where webhooks of the service are received while the queue runs. They only save time: without them Dropforge polls the service.',
  fallback: 'show',
  secretHint,
  examples: [['dropforge webhook set --port 9000 < secret.txt', 'Receive webhooks at port 9000.']],
  commands: [
    defineCommand({
      name: 'show',
      summary: 'Show the address and port',
      secretHint,
      run: async (_, context) => (await load()).showWebhook(context),
    }),
    defineCommand({
      name: 'set',
      summary: 'Receive webhooks',
      secretHint,
      description: 'Receives webhooks. The signing secret is read from standard input or a hidden prompt.',
      options: {
        port: required(integer('N', 'Port that the service calls.', { min: 1, max: 65_535 })),
        address: text('ADDRESS', 'Address of this computer. Default: 127.0.0.1.'),
        headerPrefix: text(
          'NAME',
          'Name of the service in its headers: NAME-Webhook-Signature. Default: any name, if only one is used.',
        ),
      },
      run: async (options, context) => (await load()).setWebhook(options, context),
    }),
    defineCommand({
      name: 'off',
      summary: 'Stop receiving webhooks and remove the secret',
      secretHint,
      run: async (_, context) => (await load()).turnOffWebhook(context),
    }),
  ],
});
