import { parseArgs } from 'node:util';
import { OPERATION_NAMES } from '../../src-shared/api/operations.ts';
import { parseCredits, type Credits } from '../../src-shared/api/pricing/credits.ts';
import { StartupError } from '../base/startup-error.ts';
import { readConfig } from './read-config.ts';
import { addStudioKey, migrateStudio } from './studio/manage-studio.ts';

/** Exit code of a refused command; standard error contains the reason in one sentence. */
const REFUSED = 2;

// Entry of commands about a studio: `migrate`, or `key NAME` with its rules; both with `--config FILE`.
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      config: { type: 'string' },
      'read-only': { type: 'boolean', default: false },
      operations: { type: 'string' },
      'day-budget': { type: 'string' },
      'month-budget': { type: 'string' },
    },
  });
  const [command = '', name = ''] = positionals;
  if (values.config === undefined) throw new StartupError('Set the configuration file with --config FILE.');
  const config = await readConfig(values.config);
  if (command === 'migrate') {
    await migrateStudio(config);
    process.stdout.write('The database is prepared.\n');
  } else if (command === 'key') {
    const { key } = await addStudioKey(config, {
      name,
      mayCreate: !values['read-only'],
      operations: readOperations(values.operations),
      dayBudget: readBudget(values['day-budget']),
      monthBudget: readBudget(values['month-budget']),
    });
    process.stdout.write(`${key}\n`);
  } else {
    throw new StartupError(`Unknown command "${command}": use migrate or key.`);
  }
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
