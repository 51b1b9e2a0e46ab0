import type { CrashReport } from '../../../src-shared/base/crash-report.ts';
import { ask } from '../../app/bridge/bridge.ts';

/** The report about the last crash; null: none, or dismissed. */
class Crash {
  report = $state.raw<CrashReport | null>(null);

  async read(): Promise<void> {
    const reply = await ask('crash:get', null);
    if (reply.ok) this.report = reply.value;
  }

  /** Hides the notice for good; the report is kept for a support bundle. */
  async dismiss(): Promise<void> {
    this.report = null;
    await ask('crash:dismiss', null);
  }
}

export const crash = new Crash();
