import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import { runDiagnostics } from '../../doctor/run-diagnostics.ts';
import { formatSupportBundle } from '../../doctor/support-bundle.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { VERSION } from '../../base/project-root.ts';
import { RECENT_JOBS } from '../../queue/job-list/job-memory.ts';
import { openQueueStore } from '../../queue/store/queue-store.ts';
import { secretName } from '../../service-client/services/services.ts';
import { withLogRedaction } from '../../settings/redacted-secrets.ts';
import { logPath, readLines } from '../../base/log/log-file.ts';
import { readCrashReport } from '../../base/crash/crash-reports.ts';
import { log } from '../../base/log/log.ts';
import { SYSTEM } from '../../base/system.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { withAccount } from '../lib/open/open-account.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { saveNewFile } from '../lib/output/save-new-file.ts';

/** Last lines of the log that are included. */
const MAX_LINES = 500;

/** Options of `dropforge support`. */
export interface SupportInput {
  readonly out: string | undefined;
  /** Include prompts and names of files. */
  readonly prompts: boolean;
}

/** Collects the information for a support request, without secrets; prints it, or saves it to a file. */
export async function support({ out, prompts }: SupportInput, { home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, async (account) => {
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
      crash: readCrashReport(home.path, { onlyNew: false }),
      withPrompts: prompts,
      clean: log.clean,
    });
    if (out === undefined) return { data: { text }, text };
    const file = path.resolve(out);
    await saveNewFile(file, text);
    return { data: { file }, text: `${file}\nRead the file before you share it.\n` };
  });
}

/** The last jobs of a home, and all that are not finished; null while another Dropforge has it open. */
function readJobs(home: string): readonly JobRecord[] | null {
  try {
    const store = openQueueStore(home, SYSTEM);
    try {
      return store.jobs.readJobs(RECENT_JOBS);
    } finally {
      store.close();
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'home_locked') return null;
    throw error;
  }
}
