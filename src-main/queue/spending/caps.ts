import {
  addCredits,
  formatCredits,
  ZERO_CREDITS,
  parseCredits,
  type Credits,
} from '../../../src-shared/api/pricing/credits.ts';
import type { Spending } from '../../../src-shared/settings/settings.ts';
import type { CapUsage } from './ledger.ts';
import { message, type Message } from '../../../src-shared/messages/message.ts';

/** A cap of one local day that applies to a step. */
export interface Cap {
  readonly kind: 'day' | 'recipe' | 'folder';
  /** Id of the recipe or the folder; empty for the daily cap. */
  readonly subject: string;
  readonly limit: Credits;
  /** Charged and held today. */
  readonly spent: Credits;
}

/** The caps that apply to a recipe and a folder, with the amount spent under each. */
export function capsOver({ perDay, perRecipe, perFolder }: Spending, spent: CapUsage, place: Place): Cap[] {
  const { recipe, origin } = place;
  return [
    ...toCap('day', '', perDay, spent.day),
    ...toCap('recipe', recipe, find(perRecipe, recipe), spent.recipe),
    ...(origin === null ? [] : toCap('folder', origin, find(perFolder, origin), spent.folder)),
  ];
}

/**
 * The first cap that an additional amount exceeds; null: none. A free step exceeds none. An unknown price (null)
 * counts as zero until it is charged, but a cap that is used up stops it.
 */
export function findExceededCap(caps: readonly Cap[], amount: Credits | null): Cap | null {
  if (amount === 0) return null;
  return (
    caps.find(({ spent, limit }) => (amount === null ? spent >= limit : addCredits(spent, amount) > limit)) ?? null
  );
}

/** The cap, the amount already spent, and the cost of the step. */
export function describeExceededCap({ kind, subject, limit, spent }: Cap, amount: Credits | null): Message {
  return message('spending.cap-reached', {
    cap: kind,
    name: subject,
    limit: formatCredits(limit),
    spent: formatCredits(spent),
    ...toPrice(amount),
  });
}

/** A price as a message parameter; null: unknown. */
export function toPrice(amount: Credits | null): { readonly priced: 'yes' | 'no'; readonly cost: string } {
  return { priced: amount === null ? 'no' : 'yes', cost: amount === null ? '' : formatCredits(amount) };
}

type Place = { readonly recipe: string; readonly origin: string | null };

function find(caps: Readonly<Record<string, string>>, id: string): string | null {
  return Object.hasOwn(caps, id) ? (caps[id] ?? null) : null;
}

function toCap(kind: Cap['kind'], subject: string, limit: string | null, spent: Credits): Cap[] {
  return limit === null ? [] : [{ kind, subject, limit: parseCredits(limit) ?? ZERO_CREDITS, spent }];
}
