import { toErrorInfo } from '../../src-shared/base/errors.ts';
import { isNewerVersion, type UpdateSettings, type UpdateState } from '../../src-shared/settings/update-settings.ts';
import type { Routes } from '../service-client/http/proxy-route.ts';
import type { Clock } from '../base/clock.ts';
import { fetchFeed } from './fetch-feed.ts';

/** How often the feed is read while the app runs. */
const EVERY_MS = 24 * 60 * 60 * 1000;

/** Longest time one reading takes. */
const MAX_MS = 10_000;

/** Knows whether there is a newer version; it never fetches or installs one. */
export interface UpdateChecker {
  state(): UpdateState;
  /** Reads the feed now, where there is one and it is switched on; never throws. Two readings at once are one. */
  check(): Promise<UpdateState>;
  /** Reads it now, and once a day from now on. */
  start(): void;
  /** The settings may have changed: another address is asked anew. */
  settingsChanged(): void;
  close(): void;
}

interface Deps {
  readonly version: string;
  settings(): UpdateSettings;
  readonly routes: Routes;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Told of every change. */
  readonly tell?: (state: UpdateState) => void;
  readonly mostMs?: number;
}

type Known = Pick<UpdateState, 'askedAt' | 'release' | 'error'>;

const NOTHING: Known = { askedAt: null, release: null, error: null };

/** Asks nobody before it is started or told to check. */
export function createUpdateChecker({ version, settings, routes, clock, tell, mostMs = MAX_MS }: Deps): UpdateChecker {
  let known = NOTHING;
  let asked: { readonly address: string; readonly done: Promise<void>; readonly stop: AbortController } | null = null;
  let stopTimer: (() => void) | null = null;
  let isStarted = false;
  let before = settings();

  const state = (): UpdateState => {
    const { ask, address } = settings();
    return { status: toStatus(ask, address, known, version), asking: asked !== null, version, page: address, ...known };
  };
  const change = (next: Known): void => {
    known = next;
    tell?.(state());
  };
  const ask = (address: string): Promise<void> => {
    if (asked?.address === address) return asked.done;
    asked?.stop.abort();
    const stop = new AbortController();
    const end = (next: Known): void => {
      // Another address was asked meanwhile, or the switch was turned off.
      if (asked?.stop !== stop) return;
      asked = null;
      change(next);
    };
    const done = fetchFeed(address, { routes, signal: stop.signal, mostMs }).then(
      (release) => end({ askedAt: clock.now(), release, error: null }),
      (error: unknown) => end({ ...known, askedAt: clock.now(), error: toErrorInfo(error) }),
    );
    asked = { address, done, stop };
    tell?.(state());
    return done;
  };
  const check = async (): Promise<UpdateState> => {
    const { ask: isOn, address } = settings();
    if (isOn && address !== null) await ask(address);
    return state();
  };
  const checkDaily = (): void => {
    stopTimer?.();
    stopTimer = clock.after(EVERY_MS, checkDaily);
    void check();
  };

  return {
    state,
    check,
    start: () => {
      isStarted = true;
      checkDaily();
    },
    settingsChanged: () => {
      const now = settings();
      const isSame = now.ask === before.ask && now.address === before.address;
      before = now;
      if (isSame) return;
      asked?.stop.abort();
      asked = null;
      change(NOTHING);
      if (isStarted) checkDaily();
    },
    close: () => {
      stopTimer?.();
      asked?.stop.abort();
      asked = null;
    },
  };
}

function toStatus(ask: boolean, address: string | null, known: Known, version: string): UpdateState['status'] {
  if (!ask) return 'off';
  if (address === null) return 'no_address';
  if (known.error) return 'failed';
  if (!known.release) return 'unasked';
  return isNewerVersion(known.release.version, version) ? 'newer' : 'current';
}
