import { parseArgs } from 'node:util';
import { describeFinding } from '../../../src-shared/doctor/describe-finding.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { UpdateSettingsInput } from '../../../src-shared/settings/update-settings.ts';
import { checkUpdateState } from '../../doctor/check-update-state.ts';
import { resolveHome } from '../../settings/home.ts';
import { mergeUpdateSettings } from '../../updates/merge-update-settings.ts';
import { printResult, maskControlCharacters } from '../lib/output/command-result.ts';
import { openAccount } from '../lib/open/open-account.ts';

/** `dropforge updates show|on|off|address`: whether there is a newer version, and where that is asked; nothing is fetched or installed. */
export async function updates(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { home: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const account = openAccount(resolveHome(values.home, process.env));
  return printResult(values.json, async () => {
    const change = readChange(positionals);
    const { settings } = account;
    if (change) settings.set({ updates: mergeUpdateSettings(settings.get().updates, change) });
    const state = await account.updates.check();
    const { fact, advice } = describeFinding(checkUpdateState(state));
    const { page, release } = state;
    const lines = [
      advice === null ? fact : `${fact} ${advice}`,
      ...(page === null ? [] : [`Asked at ${page}`]),
      ...(state.status === 'newer' && release && release.notes !== ''
        ? ['', maskControlCharacters(release.notes)]
        : []),
    ];
    return { data: state, text: `${lines.join('\n')}\n` };
  }).finally(() => account.close());
}

function readChange([action = 'show', address, ...more]: readonly string[]): UpdateSettingsInput | null {
  if (more.length > 0 || (address !== undefined) !== (action === 'address')) throw misuse();
  switch (action) {
    case 'show':
      return null;
    case 'on':
    case 'off':
      return { ask: action === 'on' };
    case 'address':
      return { address: address === 'none' ? null : (address ?? '') };
    default:
      throw misuse();
  }
}

function misuse(): AppError {
  return new AppError('config_invalid', 'There are show, on, off, and address URL or none.', { subject: 'updates' });
}
