import { toErrorInfo } from '../../src-shared/base/errors.ts';
import { isNewerVersion, type UpdateSettings, type UpdateState } from '../../src-shared/settings/update-settings.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import type { Clock } from '../base/clock.ts';
import { fetchFeed } from './fetch-feed.ts';

/** How often the feed is fetched while the app runs. */
const CHECK_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** Maximum duration of a check. */
const TIMEOUT_MS = 10_000;

/** Checks for a newer version; it never downloads or installs one. */
export interface UpdateChecker {
  state(): UpdateState;
  /** Fetches the feed if checks are on and an address is set; never throws. Concurrent calls share one request. */
  check(): Promise<UpdateState>;
  /** Checks now, then once a day. */
  start(): void;
  /** Call when the settings may have changed; a new address is checked at once. */
  onSettingsChanged(): void;
  close(): void;
}

interface Deps {
  readonly version: string;
  settings(): UpdateSettings;
  readonly routes: ProxyRoutes;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Called with every new state. */
  readonly onChange?: (state: UpdateState) => void;
  readonly timeoutMs?: number;
}

type CheckResult = Pick<UpdateState, 'askedAt' | 'release' | 'error'>;

const NO_RESULT: CheckResult = { askedAt: null, release: null, error: null };

/** Creates a checker that sends no request before `start` or `check`. */
export function createUpdateChecker({
  version,
  settings,
  routes,
  clock,
  onChange,
  timeoutMs = TIMEOUT_MS,
}: Deps): UpdateChecker {
  let result = NO_RESULT;
  let running: { readonly address: string; readonly done: Promise<void>; readonly stop: AbortController } | null = null;
  let stopTimer: (() => void) | null = null;
  let isStarted = false;
  let before = settings();

  const state = (): UpdateState => {
    const { ask, address } = settings();
    return {
      status: toStatus(ask, address, result, version),
      asking: running !== null,
      version,
      page: address,
      ...result,
    };
  };
  const setResult = (next: CheckResult): void => {
    result = next;
    onChange?.(state());
  };
  const fetchRelease = (address: string): Promise<void> => {
    if (running?.address === address) return running.done;
    running?.stop.abort();
    const stop = new AbortController();
    const finish = (next: CheckResult): void => {
      // The address changed or checks were turned off meanwhile.
      if (running?.stop !== stop) return;
      running = null;
      setResult(next);
    };
    const done = fetchFeed(address, { routes, signal: stop.signal, timeoutMs }).then(
      (release) => finish({ askedAt: clock.now(), release, error: null }),
      (error: unknown) => finish({ ...result, askedAt: clock.now(), error: toErrorInfo(error) }),
    );
    running = { address, done, stop };
    onChange?.(state());
    return done;
  };
  const check = async (): Promise<UpdateState> => {
    const { ask: isOn, address } = settings();
    if (isOn && address !== null) await fetchRelease(address);
    return state();
  };
  const checkDaily = (): void => {
    stopTimer?.();
    stopTimer = clock.after(CHECK_INTERVAL_MS, checkDaily);
    void check();
  };

  return {
    state,
    check,
    start: () => {
      isStarted = true;
      checkDaily();
    },
    onSettingsChanged: () => {
      const now = settings();
      const isSame = now.ask === before.ask && now.address === before.address;
      before = now;
      if (isSame) return;
      running?.stop.abort();
      running = null;
      setResult(NO_RESULT);
      if (isStarted) checkDaily();
    },
    close: () => {
      stopTimer?.();
      running?.stop.abort();
      running = null;
    },
  };
}

function toStatus(ask: boolean, address: string | null, result: CheckResult, version: string): UpdateState['status'] {
  if (!ask) return 'off';
  if (address === null) return 'no_address';
  if (result.error) return 'failed';
  if (!result.release) return 'unasked';
  return isNewerVersion(result.release.version, version) ? 'newer' : 'current';
}
