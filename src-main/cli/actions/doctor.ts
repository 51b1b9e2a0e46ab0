import { describeFinding } from '../../../src-shared/doctor/describe-finding.ts';
import { runDiagnostics, hasProblems } from '../../doctor/run-diagnostics.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { withAccount } from '../lib/open/open-account.ts';
import type { CommandResult } from '../lib/output/command-result.ts';

const SIGNS = { ok: '✓', note: '·', bad: '✗' } as const;

/** Checks Dropforge's dependencies and says how to fix each problem; status 1 when one is bad. */
export async function runDoctor({ home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, async (account) => {
    const { secrets, services, updates } = account;
    const settings = account.settings.get();
    const exportFolder = () => settings.exportFolder ?? home.defaultExportFolder;
    const checked = { home: home.path, env: process.env, settings, secrets, services, updates, exportFolder };
    const results = await runDiagnostics(checked);
    const findings = results.map((each) => ({ ...each, ...describeFinding(each) }));
    const lines = findings.map(
      ({ state, name, fact, advice }) => `${SIGNS[state]} ${name}: ${fact}${advice ? ` ${advice}` : ''}\n`,
    );
    return { data: { findings }, text: lines.join(''), status: hasProblems(results) ? 1 : 0 };
  });
}
