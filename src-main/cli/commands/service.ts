import { argument } from '../lib/command/argument.ts';
import { defineCommand, defineCommandGroup } from '../lib/command/define-command.ts';
import { choice, flag, required, text, textList } from '../lib/command/option.ts';

const load = () => import('../actions/service.ts');
const loadAccounts = () => import('../actions/service-accounts.ts');

const options = { config: required(text('FILE', 'Configuration of the service, as JSON.')) };

/** `dropforge service`. */
export const serviceCommand = defineCommandGroup({
  name: 'service',
  summary: 'Run the local service without the app, or a studio’s service',
  description:
    'Runs the local service without the app. With “studio” in its configuration it is one of several processes of a studio; see docs/studio.md.',
  fallback: 'run',
  examples: [
    ['dropforge service --config service.json', 'Run the local service until it is interrupted.'],
    ['dropforge service migrate --config studio.json', 'Prepare the database of a studio.'],
    ['dropforge service key "Ana" --day-budget 500 --config studio.json', 'Create an API key for Ana.'],
    ['dropforge service usage --by project --config studio.json', 'Show the credits of each project.'],
  ],
  commands: [
    defineCommand({
      name: 'run',
      summary: 'Run the service until it is interrupted',
      isStandalone: true,
      options,
      run: async ({ config }) => (await load()).runService(config),
    }),
    defineCommand({
      name: 'migrate',
      summary: 'Prepare the database of a studio for this version',
      isStandalone: true,
      options,
      run: async ({ config }) => (await load()).migrateService(config),
    }),
    defineCommand({
      name: 'key',
      summary: 'Create an API key of a studio',
      description: 'Creates an API key of a studio for a person or a computer, and prints it. It is not shown again.',
      isStandalone: true,
      arguments: { name: argument('NAME', 'Who uses the key.') },
      options: {
        ...options,
        project: text('NAME', 'Project of its tasks, for ever. Default: none.'),
        admin: flag('Let the key open the console.'),
        readOnly: flag('Let the key only read.'),
        operations: textList('NAME', 'Operation that the key may create. Default: all.'),
        dayBudget: text('N', 'Credits that the key may spend a day (UTC).'),
        monthBudget: text('N', 'Credits that the key may spend a month (UTC).'),
      },
      run: async ({ name, ...input }) => (await load()).addServiceKey(name, input),
    }),
    defineCommandGroup({
      name: 'keys',
      summary: 'List or revoke the API keys of a studio',
      fallback: 'list',
      commands: [
        defineCommand({
          name: 'list',
          summary: 'List the API keys, with their budgets and what they have spent',
          options,
          run: async ({ config }) => (await loadAccounts()).listServiceKeys(config),
        }),
        defineCommand({
          name: 'revoke',
          summary: 'Revoke an API key',
          description: 'Revokes an API key. All processes of the studio refuse it within 5 seconds.',
          isStandalone: true,
          arguments: { id: argument('ID', 'Id that “service keys list” shows.') },
          options,
          run: async ({ id, config }) => (await load()).revokeServiceKey(id, config),
        }),
      ],
    }),
    defineCommand({
      name: 'usage',
      summary: 'Sum the tasks and credits of a studio',
      description:
        'Sums the tasks of a studio and their credits, without refunds, by key, project or day. Without --by it shows each key and day. Days are those on which the tasks were created (UTC).',
      options: {
        ...options,
        by: choice(['key', 'project', 'day'], 'Sum the credits.'),
        from: text('DATE', 'First day, such as 2026-11-01. Default: all days.'),
        csv: flag('Print CSV.'),
      },
      run: async (input, { json }) => (await loadAccounts()).showServiceUsage(input, json),
    }),
  ],
});
