import { matchesLogFilter } from '../../../src-shared/base/log-line.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { supportCalls } from '../../../src-shared/ipc/calls/support-calls.ts';
import { runDiagnostics, type DiagnosticsContext } from '../../doctor/run-diagnostics.ts';
import { supportBundleFileName, formatSupportBundle } from '../../doctor/support-bundle.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Services } from '../../service-client/services/services.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import type { SecretStore } from '../../settings/secret-store.ts';
import { dismissCrashReports, readCrashReport } from '../../base/crash/crash-reports.ts';
import { log } from '../../base/log/log.ts';
import type { UpdateChecker } from '../../updates/update-checker.ts';

/** Maximum number of lines in one reply. */
const MAX_LINES = 500;

interface Parts {
  readonly home: string;
  readonly version: string;
  readonly queue: Pick<Queue, 'records'>;
  readonly settings: AppSettings;
  readonly services: Pick<Services, 'client'>;
  readonly updates: Pick<UpdateChecker, 'check'>;
  readonly secrets: SecretStore;
  exportFolder(): string;
}

/** Handlers of the calls for diagnostics, the log and support. No reply contains a secret. */
export function createSupportHandlers(parts: Parts): HandlersOf<typeof supportCalls> {
  const { home, version, queue, settings, services, secrets, updates, exportFolder } = parts;
  const context = (): DiagnosticsContext => ({
    ...{ home, services, secrets, updates, exportFolder },
    env: process.env,
    settings: settings.get(),
  });
  return {
    'doctor:run': () => runDiagnostics(context()),
    'log:read': async ({ after, level, text }) =>
      log
        .lines(after ?? undefined)
        .filter((line) => matchesLogFilter(line, level, text))
        .slice(-MAX_LINES),
    'support:prepare': async ({ prompts }) => {
      const now = Date.now();
      const text = formatSupportBundle({
        version,
        now,
        host: process.versions['electron'] === undefined ? 'in a browser' : 'in its window',
        findings: await runDiagnostics(context()),
        settings: settings.get(),
        jobs: queue.records(),
        lines: log.lines().slice(-MAX_LINES),
        crash: readCrashReport(home, { onlyNew: false }),
        withPrompts: prompts,
        clean: log.clean,
      });
      return { fileName: supportBundleFileName(now), text };
    },
    'crash:get': async () => readCrashReport(home, { onlyNew: true }),
    'crash:dismiss': async () => {
      dismissCrashReports(home);
      return null;
    },
  };
}
