import { parseArgs } from 'node:util';
import { describeFinding } from '../../../src-shared/doctor/describe-finding.ts';
import { runDiagnostics, hasProblems } from '../../doctor/run-diagnostics.ts';
import { resolveHome } from '../../settings/home.ts';
import { printResult } from '../lib/output/command-result.ts';
import { openAccount } from '../lib/open/open-account.ts';

const SIGNS = { ok: '✓', note: '·', bad: '✗' } as const;

/** `dropforge doctor`: looks at everything Dropforge leans on and says what to do; 1 when something is bad. */
export async function doctor(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { home: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const home = resolveHome(values.home, process.env);
  const account = openAccount(home);
  return printResult(values.json, async () => {
    const { secrets, services, updates } = account;
    const settings = account.settings.get();
    const exportFolder = () => settings.exportFolder ?? home.defaultExportFolder;
    const patient = { home: home.path, env: process.env, settings, secrets, services, updates, exportFolder };
    const found = await runDiagnostics(patient);
    const findings = found.map((each) => ({ ...each, ...describeFinding(each) }));
    const lines = findings.map(
      ({ state, name, fact, advice }) => `${SIGNS[state]} ${name}: ${fact}${advice ? ` ${advice}` : ''}\n`,
    );
    return { data: { findings }, text: lines.join(''), status: hasProblems(found) ? 1 : 0 };
  }).finally(() => account.close());
}
