import type { TypedUpdateSettings, UpdateSettings } from '../../src-shared/updates.ts';
import { readFeedAddress } from './feed-address.ts';

/** The settings with what a person changed; an absent part stays as it was. Throws `config_invalid` for an address that is none. */
export function mergeUpdates(now: UpdateSettings, { ask, address, notNow }: TypedUpdateSettings): UpdateSettings {
  return {
    ask: ask ?? now.ask,
    address: address === undefined ? now.address : readFeedAddress(address ?? ''),
    notNow: notNow === undefined ? now.notNow : notNow,
  };
}
