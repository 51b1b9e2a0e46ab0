import type { UpdateSettingsInput, UpdateSettings } from '../../src-shared/settings/update-settings.ts';
import { parseFeedAddress } from './feed-address.ts';

/** The settings with what a person changed; an absent part stays as it was. Throws `config_invalid` for an address that is none. */
export function mergeUpdateSettings(
  now: UpdateSettings,
  { ask, address, notNow }: UpdateSettingsInput,
): UpdateSettings {
  return {
    ask: ask ?? now.ask,
    address: address === undefined ? now.address : parseFeedAddress(address ?? ''),
    notNow: notNow === undefined ? now.notNow : notNow,
  };
}
