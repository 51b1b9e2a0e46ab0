import path from 'node:path';
import { parseCredits } from '../../../src-shared/api/pricing/credits.ts';
import { DEFAULT_FILES_AT_ONCE } from '../../../src-shared/hot-folders/hot-folder.ts';
import { joinMessages, message, type Message, type MessageOrText } from '../../../src-shared/messages/message.ts';
import { settings, type Settings } from '../../../src-shared/settings/settings.ts';
import { listGeneratorRisks } from './list-generator-risks.ts';

/** What a change does that a page must not do alone: a sentence each; empty if the page may make the change. */
export function listRiskyChanges(before: Settings, after: Settings): Message[] {
  const access = [
    ...listNewServices(before, after),
    ...listWiderTrust(before, after),
    ...listResends(before, after),
    ...listWiderNetwork(before, after),
    ...listGeneratorRisks(before.generation, after.generation),
  ];
  // Without a cloud service nothing costs credits; the question about the first one says which limits apply.
  return addressesOf(after).size === 0 ? access : [...access, ...listLooserLimits(before, after)];
}

/** Addresses that Dropforge requests for the page, or for itself, and did not before. */
function listWiderNetwork(before: Settings, after: Settings): Message[] {
  const { address } = after.updates;
  return [
    ...(after.linksInside && !before.linksInside ? [message('confirmation.links-inside')] : []),
    ...(address !== null && address !== before.updates.address
      ? [message('confirmation.update-feed', { address })]
      : []),
  ];
}

function listNewServices(before: Settings, after: Settings): Message[] {
  const known = addressesOf(before);
  const limits = known.size === 0 ? describeLimits(after) : '';
  return [...addressesOf(after)]
    .filter((address) => !known.has(address))
    .map((address) => message('confirmation.service', { address, limits }));
}

/** The daily limit, and every limit that is looser than by default: nobody was asked while nothing cost credits. */
function describeLimits(after: Settings): MessageOrText {
  const { spending } = settings.parse({});
  const daily = message('confirmation.daily-limit', { limit: toAmount(after.spending.perDay) });
  return joinMessages([daily, ...listLooserLimits({ ...after, spending, hotFolders: [] }, after)]);
}

/** Services that may be sent a task again without a question, and might not before. */
function listResends(before: Settings, after: Settings): Message[] {
  const resending = (all: Settings): string[] =>
    servicesOf(all).flatMap(({ baseUrl, resend }) => (resend === 'auto' ? [baseUrl] : []));
  const known = new Set(resending(before));
  return [...new Set(resending(after))]
    .filter((address) => !known.has(address))
    .map((address) => message('confirmation.resend', { address }));
}

/** Storages in the local network and certificates that a service is trusted with, and was not before. */
function listWiderTrust(before: Settings, after: Settings): Message[] {
  const known = new Set(servicesOf(before).map(toTrust));
  return servicesOf(after)
    .filter((service) => (service.storage ?? service.authorities) !== undefined && !known.has(toTrust(service)))
    .map(({ baseUrl: address }) => message('confirmation.service-trust', { address }));
}

const toTrust = ({ baseUrl, storage, authorities }: Service): string => JSON.stringify([baseUrl, storage, authorities]);

type Service = NonNullable<Settings['cloud']>;

function servicesOf({ cloud, services }: Settings): Service[] {
  return [...(cloud ? [cloud] : []), ...Object.values(services)];
}

function addressesOf(settings: Settings): Set<string> {
  return new Set(servicesOf(settings).map(({ baseUrl }) => baseUrl));
}

function listLooserLimits(before: Settings, after: Settings): Message[] {
  const [old, next] = [before.spending, after.spending];
  const recipes = new Set([...Object.keys(old.perRecipe), ...Object.keys(next.perRecipe)]);
  const folders = new Set([...Object.keys(old.perFolder), ...Object.keys(next.perFolder)]);
  const nameOf = (id: string): string => path.basename(after.hotFolders.find((folder) => folder.id === id)?.path ?? id);
  return [
    ...ifRaised(message('spending.confirm-above', { name: '' }), old.confirmAbove, next.confirmAbove),
    ...ifRaised(message('spending.per-day', { name: '' }), old.perDay, next.perDay),
    ...[...recipes].flatMap((name) =>
      ifRaised(message('spending.per-recipe', { name }), limitOf(old.perRecipe, name), limitOf(next.perRecipe, name)),
    ),
    ...[...folders].flatMap((id) =>
      ifFolderSpendsMore(
        message('spending.per-folder', { name: nameOf(id) }),
        limitOf(old.perFolder, id),
        limitOf(next.perFolder, id),
      ),
    ),
    ...ifLowered(message('spending.pause-below', { name: '' }), old.pauseBelow, next.pauseBelow),
    ...after.hotFolders.flatMap((folder) => {
      const { mostAtOnce: was = DEFAULT_FILES_AT_ONCE } = before.hotFolders.find(({ id }) => id === folder.id) ?? {};
      const params = { name: path.basename(folder.path), before: was, after: folder.mostAtOnce };
      return folder.mostAtOnce > was ? [message('confirmation.files-at-once', params)] : [];
    }),
  ];
}

function limitOf(limits: Readonly<Record<string, string>>, id: string): string | null {
  return Object.hasOwn(limits, id) ? (limits[id] ?? null) : null;
}

/** A maximum, null: none. */
function ifRaised(limit: Message, before: string | null, after: string | null): Message[] {
  return toNumber(after, Infinity) > toNumber(before, Infinity) ? [toChange(limit, before, after)] : [];
}

/** A minimum, null: none. */
function ifLowered(limit: Message, before: string | null, after: string | null): Message[] {
  return toNumber(after, 0) < toNumber(before, 0) ? [toChange(limit, before, after)] : [];
}

/** Within its limit a hot folder spends without confirmation, so the first limit of a folder allows more as well. */
function ifFolderSpendsMore(limit: Message, before: string | null, after: string | null): Message[] {
  const isMore = before === null ? after !== null : toNumber(after, Infinity) > toNumber(before, Infinity);
  return isMore ? [toChange(limit, before, after)] : [];
}

function toNumber(amount: string | null, none: number): number {
  return amount === null ? none : (parseCredits(amount) ?? none);
}

function toChange(limit: Message, before: string | null, after: string | null): Message {
  return message('confirmation.limit', { limit, before: toAmount(before), after: toAmount(after) });
}

function toAmount(amount: string | null): Message {
  return amount === null ? message('confirmation.no-limit') : message('confirmation.credits', { amount });
}
