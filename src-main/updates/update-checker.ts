import { toErrorInfo } from '../../src-shared/base/errors.ts';
import type { UpdateSettings, UpdateState } from '../../src-shared/settings/update-settings.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import type { Clock } from '../base/clock.ts';
import { decideUpdate, type Installation, type UpdateDecision } from './decide-update.ts';
import { toReleasePage } from './feed-address.ts';
import { fetchFeed, type FetchedFeed } from './fetch-feed.ts';
import { RELEASE_KEY } from './release-key.ts';
import type { UpdateDownloader } from './update-downloader.ts';

/** How often the feed is fetched while the app runs. */
const CHECK_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** Maximum duration of a check. */
const TIMEOUT_MS = 10_000;

/** Checks for a newer version, and offers it to a downloader where one can be installed. */
export interface UpdateChecker {
  state(): UpdateState;
  /** Fetches the feed if checks are on and an address is set; never throws. Concurrent calls share one request. */
  check(): Promise<UpdateState>;
  /** Checks now, then once a day. */
  start(): void;
  /** Call when the settings may have changed; a new address is checked at once. */
  onSettingsChanged(): void;
  close(): void | Promise<void>;
}

interface Deps {
  /** The running installation; without a kind of file, newer versions are only shown. */
  readonly installation: Omit<Installation, 'id'> & { id(): string };
  /** The platform whose feed is read. Default: this one. */
  readonly platform?: NodeJS.Platform;
  /** Public key of the release signatures. Default: that of this build. */
  readonly releaseKey?: string | null;
  /** Absent: nothing can be installed here. */
  readonly downloader?: Pick<UpdateDownloader, 'state' | 'offer'>;
  settings(): UpdateSettings;
  readonly routes: ProxyRoutes;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Called with every new state. */
  readonly onChange?: (state: UpdateState) => void;
  readonly timeoutMs?: number;
}

type CheckResult = Pick<UpdateState, 'askedAt' | 'release' | 'error'> & {
  readonly decision: UpdateDecision['kind'] | null;
};

const NO_RESULT: CheckResult = { askedAt: null, release: null, error: null, decision: null };

/** Creates a checker that sends no request before `start` or `check`. */
export function createUpdateChecker({
  installation,
  platform = process.platform,
  releaseKey = RELEASE_KEY,
  downloader,
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
    const { askedAt, release, error } = result;
    return {
      status: toStatus(ask, address, result),
      asking: running !== null,
      version: installation.version,
      page: address === null ? null : toReleasePage(address),
      ...{ askedAt, release, error },
      download: downloader?.state() ?? NO_DOWNLOAD,
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
    const request = { routes, signal: stop.signal, timeoutMs, releaseKey, platform, arch: installation.arch };
    const done = fetchFeed(address, request)
      .then(async (feed) => {
        const { release, files, isSigned } = feed;
        const decision = decideUpdate(release.version, files, isSigned, { ...installation, id: installation.id() });
        if (running?.stop === stop) await downloader?.offer(toOffer(feed, address, decision));
        finish({ askedAt: clock.now(), release, error: null, decision: decision.kind });
      })
      .catch((error: unknown) => finish({ ...result, askedAt: clock.now(), error: toErrorInfo(error) }));
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
      void downloader?.offer(null);
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

const NO_DOWNLOAD: UpdateState['download'] = { status: 'none', bytes: 0, totalBytes: 0, error: null };

function toOffer(
  { release }: FetchedFeed,
  folder: string,
  decision: UpdateDecision,
): Parameters<UpdateDownloader['offer']>[0] {
  return decision.kind === 'offered' ? { version: release.version, folder, file: decision.file } : null;
}

function toStatus(ask: boolean, address: string | null, result: CheckResult): UpdateState['status'] {
  if (!ask) return 'off';
  if (address === null) return 'no_address';
  if (result.error) return 'failed';
  switch (result.decision) {
    case null:
      return 'unasked';
    case 'current':
    case 'staged':
      return result.decision;
    case 'shown':
    case 'offered':
      return 'newer';
  }
}
