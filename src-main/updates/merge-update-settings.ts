import type { UpdateSettingsInput, UpdateSettings } from '../../src-shared/settings/update-settings.ts';
import { parseFeedAddress } from './feed-address.ts';

/** Applies changes to the settings; absent fields keep their values. Throws `config_invalid` for an invalid address. */
export function mergeUpdateSettings(
  now: UpdateSettings,
  { ask, address, notNow, download }: UpdateSettingsInput,
): UpdateSettings {
  return {
    ask: ask ?? now.ask,
    address: address === undefined ? now.address : parseFeedAddress(address ?? ''),
    download: download ?? now.download,
    notNow: notNow === undefined ? now.notNow : notNow,
  };
}
