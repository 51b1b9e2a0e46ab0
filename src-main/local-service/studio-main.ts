import { parseArgs } from 'node:util';
import { z } from 'zod';
import { OPERATION_NAMES } from '../../src-shared/api/operations.ts';
import { parseCredits, type Credits } from '../../src-shared/api/pricing/credits.ts';
import { StartupError } from '../base/startup-error.ts';
import { USAGE_GROUPS } from './account/postgres-usage.ts';
import { presentKey, presentUsage } from './account/present-account.ts';
import { readConfig, type ServiceConfig } from './read-config.ts';
import {
  addStudioKey,
  listStudioKeys,
  migrateStudio,
  readStudioUsage,
  revokeStudioKey,
} from './studio/manage-studio.ts';

/** Exit code of a refused command; standard error contains the reason in one sentence. */
const REFUSED = 2;

const OPTIONS = {
  config: { type: 'string' },
  'read-only': { type: 'boolean', default: false },
  admin: { type: 'boolean', default: false },
  project: { type: 'string' },
  operations: { type: 'string' },
  'day-budget': { type: 'string' },
  'month-budget': { type: 'string' },
  by: { type: 'string' },
  from: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Commands about a studio: each resolves with its output. */
const COMMANDS: Readonly<Record<string, (config: ServiceConfig, name: string, values: Values) => Promise<string>>> = {
  async migrate(config) {
    await migrateStudio(config);
    return 'The database is prepared.';
  },
  async key(config, name, values) {
    const { key } = await addStudioKey(config, {
      name,
      project: values.project ?? '',
      isAdmin: values.admin === true,
      mayCreate: values['read-only'] !== true,
      operations: readOperations(values.operations),
      dayBudget: readBudget(values['day-budget']),
      monthBudget: readBudget(values['month-budget']),
    });
    return key;
  },
  keys: async (config) => JSON.stringify((await listStudioKeys(config)).map(presentKey)),
  async revoke(config, id) {
    await revokeStudioKey(config, id);
    return 'The key is revoked.';
  },
  async usage(config, _name, values) {
    return JSON.stringify((await readStudioUsage(config, readUsageQuery(values))).map(presentUsage));
  },
};

// Entry of commands about a studio, each with `--config FILE`.
try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [command = '', name = ''] = positionals;
  if (values.config === undefined) throw new StartupError('Set the configuration file with --config FILE.');
  const config = await readConfig(values.config);
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!run) throw new StartupError(`Unknown command "${command}": use ${Object.keys(COMMANDS).join(', ')}.`);
  process.stdout.write(`${await run(config, name, values)}\n`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exitCode = REFUSED;
}

function readOperations(list: string | undefined): readonly string[] | null {
  if (list === undefined) return null;
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !OPERATION_NAMES.some((known) => known === name));
  if (unknown === undefined) return names;
  throw new StartupError(`Unknown operation "${unknown}". Operations are ${OPERATION_NAMES.join(', ')}.`);
}

function readBudget(text: string | undefined): Credits | null {
  if (text === undefined) return null;
  const credits = parseCredits(text);
  if (credits !== null && credits >= 0) return credits;
  throw new StartupError(`A budget is a number of credits such as 500 or 12.50, not "${text}".`);
}

function readUsageQuery({ by, from }: Values) {
  const group = USAGE_GROUPS.find((name) => name === by);
  if (by !== undefined && !group) throw new StartupError(`Usage is summed by ${USAGE_GROUPS.join(', ')}, not "${by}".`);
  if (from !== undefined && !z.iso.date().safeParse(from).success) {
    throw new StartupError(`The first day is a date such as 2026-11-01, not "${from}".`);
  }
  return { by: group, from };
}
