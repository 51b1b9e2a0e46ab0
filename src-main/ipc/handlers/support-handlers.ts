import { matchesLogFilter } from '../../../src-shared/base/log-line.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import { runDiagnostics, type DiagnosticsContext } from '../../doctor/run-diagnostics.ts';
import { listLibraries } from '../../doctor/libraries.ts';
import { supportBundleFileName, formatSupportBundle } from '../../doctor/support-bundle.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Services } from '../../service-client/services/services.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import type { SecretStore } from '../../settings/secret-store.ts';
import { log } from '../../base/log/log.ts';
import type { UpdateChecker } from '../../updates/update-checker.ts';

type SupportCalls = 'doctor:run' | 'log:read' | 'support:prepare' | 'app:libraries';

/** Most lines of one answer. */
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

/** What the page may ask when it wants to know how the app is doing. Nothing secret is in any of the answers. */
export function createSupportHandlers(parts: Parts): Pick<Handlers, SupportCalls> {
  const { home, version, queue, settings, services, secrets, updates, exportFolder } = parts;
  const patient = (): DiagnosticsContext => ({
    ...{ home, services, secrets, updates, exportFolder },
    env: process.env,
    settings: settings.get(),
  });
  return {
    'doctor:run': () => runDiagnostics(patient()),
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
        findings: await runDiagnostics(patient()),
        settings: settings.get(),
        jobs: queue.records(),
        lines: log.lines().slice(-MAX_LINES),
        withPrompts: prompts,
        clean: log.clean,
      });
      return { fileName: supportBundleFileName(now), text };
    },
    'app:libraries': () => listLibraries(),
  };
}
