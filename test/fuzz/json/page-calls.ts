import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import { CALL_NAMES } from '../../../src-shared/ipc/channels.ts';
import { calls, type Call, type Handlers } from '../../../src-shared/ipc/contract.ts';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { dispatch, type CallingPage } from '../../../src-main/ipc/dispatch.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { BUILT_IN_RECIPE_IDS } from '../../../src-shared/recipes/built-in/built-in-recipes.ts';
import type { Prng } from '../../simulation/prng.ts';
import type { FuzzInput, JsonTarget } from '../fuzz-target.ts';
import { orRarely } from '../hostile-values.ts';
import { corruptJson, hostileValue, toJsonText } from './corrupt-json.ts';
import { valueOfSchema } from './value-of-schema.ts';

/**
 * Calls whose handlers reach the network, the keychain, programs or folders of the computer: only their inputs are
 * checked.
 */
const CHECKED_ONLY =
  /^(account|networks|services|service|updates|targets|doctor|support|links|folders|exportFolder|key|deliveries):|^settings:set$|^app:libraries$|^queue:found$|^recipes:test$/;
/** Ids that exist, in place of some that do not. */
const IDS = [...BUILT_IN_RECIPE_IDS, 'mug', 'a', '__proto__', '../a'];

/** Calls of the page with any input, to the real dispatcher and the handlers of a real app. */
export const pageCalls: JsonTarget = {
  kind: 'json',
  name: 'page-calls',
  generate: (prng) => {
    const channel = orRarely<string>(
      prng,
      prng.pick(CALL_NAMES),
      () => prng.pick(['__proto__', 'toString', 'queue:']),
      0.01,
    );
    const input = Object.hasOwn(calls, channel) ? inputOf(prng, channel as Call) : hostileValue(prng);
    return toJsonText(prng, { channel, input });
  },
  run: async (input: FuzzInput) => {
    const { channel, input: given } = parse(String(input));
    page ??= openPage();
    const reply = await dispatch(await page, channel, given);
    if (reply.ok) return true;
    const { code, detail, subject, retryable } = reply.error;
    throw new AppError(code, detail, { subject, retryable });
  },
};

function inputOf(prng: Prng, channel: Call): unknown {
  const value = withIds(prng, valueOfSchema(prng, calls[channel][0]));
  return prng.chance(0.4) ? corruptJson(prng, value) : value;
}

function withIds(prng: Prng, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !prng.chance(0.7)) return value;
  return {
    ...value,
    ...('id' in value ? { id: prng.pick(IDS) } : {}),
    ...('recipe' in value && typeof value.recipe === 'string' ? { recipe: prng.pick(IDS) } : {}),
  };
}

function parse(text: string): { channel?: unknown; input?: unknown } {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}

let page: Promise<CallingPage> | null = null;

async function openPage(): Promise<CallingPage> {
  const app = await openHeadlessApp(resolveHome(path.join(mkdtempSync(path.join(os.tmpdir(), 'home-')), 'home'), {}));
  const checkOnly = (): Promise<null> => Promise.resolve(null);
  const replaced = CALL_NAMES.filter((name) => CHECKED_ONLY.test(name)).map((name) => [name, checkOnly]);
  const handlers = { ...app.openPage().handlers, ...Object.fromEntries(replaced) } as Handlers;
  return { handlers, admits: () => true };
}
