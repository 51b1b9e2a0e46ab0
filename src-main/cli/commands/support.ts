import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/base/errors.ts';
import { runDiagnostics } from '../../doctor/run-diagnostics.ts';
import { formatSupportBundle } from '../../doctor/support-bundle.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { VERSION } from '../../base/project-root.ts';
import { openQueueStore } from '../../queue/store/queue-store.ts';
import { secretName } from '../../service-client/services/services.ts';
import { resolveHome } from '../../settings/home.ts';
import { withLogRedaction } from '../../settings/redacted-secrets.ts';
import { logPath, readLines } from '../../base/log/log-file.ts';
import { log } from '../../base/log/log.ts';
import { SYSTEM } from '../../base/system.ts';
import { printResult } from '../lib/output/command-result.ts';
import { openAccount } from '../lib/open/open-account.ts';

/** Lines of the log that are told of. */
const MAX_LINES = 500;

/**
 * `dropforge support`: what a helper needs to know, as one text without keys, tokens, signed addresses and, unless
 * `--prompts`, without the words a person gave. It is printed to be read; `--out` saves it.
 */
export async function support(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      out: { type: 'string' },
      prompts: { type: 'boolean', default: false },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const home = resolveHome(values.home, process.env);
  const account = openAccount(home);
  return printResult(values.json, async () => {
    const { services, updates } = account;
    const secrets = withLogRedaction(account.secrets);
    const settings = account.settings.get();
    const exportFolder = () => settings.exportFolder ?? home.defaultExportFolder;
    if (settings.cloud) await secrets.get(secretName(settings.cloud.baseUrl));
    const text = formatSupportBundle({
      version: VERSION,
      now: Date.now(),
      host: 'on the command line',
      findings: await runDiagnostics({
        home: home.path,
        env: process.env,
        settings,
        secrets,
        services,
        updates,
        exportFolder,
      }),
      settings,
      jobs: readJobs(home.path),
      lines: readLines(logPath(home.path), MAX_LINES),
      withPrompts: values.prompts,
      clean: log.clean,
    });
    if (values.out === undefined) return { data: { text }, text };
    const file = path.resolve(values.out);
    await writeFileDurably(file, text).catch((error: unknown) => {
      throw toDiskError(error, file);
    });
    return { data: { file }, text: `${file}\nRead it before you give it away.\n` };
  }).finally(() => account.close());
}

/** Every job of a home; null while another Dropforge has it. */
function readJobs(home: string): readonly JobRecord[] | null {
  try {
    const store = openQueueStore(home, SYSTEM);
    try {
      return store.jobs.readJobs();
    } finally {
      store.close();
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'home_locked') return null;
    throw error;
  }
}
