import { describeFinding } from '../../../src-shared/doctor/describe-finding.ts';
import type { UpdateSettingsInput } from '../../../src-shared/settings/update-settings.ts';
import { checkUpdateState } from '../../doctor/check-update-state.ts';
import { mergeUpdateSettings } from '../../updates/merge-update-settings.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { withAccount } from '../lib/open/open-account.ts';
import type { CommandResult } from '../lib/output/command-result.ts';

/**
 * Changes the settings for updates if a change is given, then checks for a newer version; nothing is downloaded. Status 1 if
 * only the check was asked for and it failed.
 */
export async function checkUpdates(
  change: UpdateSettingsInput | null,
  { home }: CommandContext,
): Promise<CommandResult> {
  return withAccount(home, async (account) => {
    const { settings } = account;
    if (change) settings.set({ updates: mergeUpdateSettings(settings.get().updates, change) });
    const state = await account.updates.check();
    const { fact, advice } = describeFinding(checkUpdateState(state));
    const { page, release } = state;
    const lines = [
      advice === null ? fact : `${fact} ${advice}`,
      ...(page === null ? [] : [`Source: ${page}`]),
      ...(state.status === 'newer' && release && release.notes !== '' ? ['', release.notes] : []),
    ];
    const hasFailed = change === null && state.status === 'failed';
    return { data: state, text: `${lines.join('\n')}\n`, status: hasFailed ? 1 : 0 };
  });
}
