import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import type { ServiceState } from '../../../src-shared/ipc/calls/service-calls.ts';
import { isFree, type Settings } from '../../../src-shared/settings/settings.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { SYSTEM, type System } from '../../base/system.ts';
import { backoffMs } from '../../service-client/rates/backoff.ts';
import type { Services } from '../../service-client/services/services.ts';
import { log } from '../../base/log/log.ts';

/** State of the service in use: reachability and balance. */
export interface ServiceMonitor {
  get(): ServiceState;
  /** Checks the service now. */
  check(): Promise<ServiceState>;
  /** Checks soon; several calls cause one check. */
  checkSoon(): void;
  /** True while a page is visible: the service is then checked every 2 s. */
  setVisible(visible: boolean): void;
  onChange(listen: (state: ServiceState) => void): () => void;
  close(): void;
}

const SOON_MS = 400;
/** Pause before a reachable service is checked again while a page is visible; `ready` outlasts a hang by this and `SLOW_MS`. */
const FRESH_MS = 1_000;
/** A local service that takes longer is starting. */
const START_MS = 1_000;
/** A service that does not answer for longer is slow, unless its last answer took as long, and then counts as unreachable. */
const SLOW_MS = 1_000;
const ANSWER_MS = 5_000;
/** The last part of these times: a process that was busy itself reads the answer before it doubts the service. */
const READ_MS = 100;

/**
 * Monitors the service in use. Checks on request, when a job finds the service unreachable or reachable again, and
 * automatically while it is unreachable or a page is visible: a service that hangs breaks no connection.
 */
export function createServiceMonitor(
  services: Pick<Services, 'client'>,
  settings: () => Settings,
  { clock, random }: Pick<System, 'clock' | 'random'> = SYSTEM,
): ServiceMonitor {
  const listeners = new Set<(state: ServiceState) => void>();
  let state = describe(settings(), 'starting');
  let place = placeOf(settings());
  let stopTimer: (() => void) | null = null;
  let isSoon = false;
  let isVisible = false;
  let followed: ServiceClient | null = null;
  let unfollow = (): void => undefined;
  let questions = 0;
  /** Checks that failed since the last answer. */
  let failures = 0;
  /** The latest question with an answer, and how long the answer took: a slow service must not alternate between two states. */
  let answered = 0;
  let lastAnswerMs = 0;
  let isClosed = false;

  const tell = (next: ServiceState): ServiceState => {
    const changed = JSON.stringify(next) !== JSON.stringify(state);
    state = next;
    if (changed) for (const listen of listeners) listen(next);
    return next;
  };

  /** A state belongs to its service: nothing of it counts for another one. */
  const forgetOther = (): void => {
    const now = settings();
    if (placeOf(now) === place) return;
    place = placeOf(now);
    // An answer that is on its way is of the other one.
    answered = ++questions;
    lastAnswerMs = 0;
    tell(describe(now, 'starting'));
  };
  const askAgain = (pause: number): void => {
    if (!isClosed) stopTimer ??= clock.after(pause, askNow);
  };
  /** Asks when the client may try again, or after a pause that grows with the failures. */
  const askLater = (retryAt: number | null): void =>
    askAgain(backoffMs(failures, retryAt, clock.now(), random.fraction));
  const askNow = (): void => {
    stopTimer = null;
    isSoon = false;
    void check();
  };
  const forgetTimer = (): void => {
    stopTimer?.();
    stopTimer = null;
    isSoon = false;
  };
  const checkSoon = (): void => {
    forgetOther();
    if (isSoon) return;
    forgetTimer();
    isSoon = true;
    askAgain(SOON_MS);
  };
  const doubt = (): void => {
    if (state.status === 'ready' || state.status === 'slow') tell(describe(settings(), 'offline'));
    askLater(null);
  };
  /** Jobs use the same client, so what they find out counts here, too. */
  const follow = (client: ServiceClient): void => {
    if (followed === client || isClosed) return;
    // Another key of the same region is another account.
    if (followed && followed.profile.id !== client.profile.id) tell(describe(settings(), 'starting'));
    unfollow();
    followed = client;
    const stops = [client.reach.onUp(checkSoon), client.reach.onDown(doubt)];
    unfollow = () => {
      for (const stop of stops) stop();
    };
  };
  /** Replaces a state that is no longer certain while a check takes long, also if others were begun meanwhile. */
  const tellLate = (question: number, pause: number, status: ServiceState['status']): (() => void) => {
    let stop = clock.after(pause - READ_MS, () => {
      stop = clock.after(READ_MS, () => {
        const isUncertain = state.status === 'ready' || state.status === 'slow';
        if (question > answered && isUncertain) tell(describe(settings(), status));
      });
    });
    return () => stop();
  };

  const check = async (): Promise<ServiceState> => {
    forgetOther();
    const question = ++questions;
    const now = settings();
    let stops = [tellLate(question, START_MS, 'starting')];
    const stopLate = (): void => {
      for (const stop of stops) stop();
    };
    try {
      const client = await services.client(now.service);
      follow(client);
      stopLate();
      const slowMs = Math.min(Math.max(SLOW_MS, 2 * lastAnswerMs), ANSWER_MS);
      stops = [tellLate(question, slowMs, 'slow'), tellLate(question, ANSWER_MS, 'offline')];
      const askedAt = clock.elapsed();
      const { balance, frozen } = await client.getBalance();
      lastAnswerMs = clock.elapsed() - askedAt;
      const money = client.profile.free ? {} : { balance: formatCredits(balance), held: formatCredits(frozen) };
      if (question === questions) {
        failures = 0;
        if (isVisible) askAgain(FRESH_MS);
        return tell({ ...describe(now, 'ready'), ...money });
      }
    } catch (error) {
      const info = toErrorInfo(error);
      const status = info.code === 'no_api_key' ? 'no_key' : info.code === 'invalid_api_key' ? 'refused' : 'offline';
      if (!(error instanceof AppError)) log.error('service', 'the check failed', error);
      if (question !== questions) return state;
      if (status === 'offline') {
        askLater(error instanceof AppError ? error.retryAt : null);
        failures++;
      }
      if (info.code !== 'rate_limited') return tell({ ...describe(now, status), error: info });
      // A service that limits requests is there.
      return state.status === 'slow' ? tell(describe(now, 'ready')) : state;
    } finally {
      stopLate();
      answered = Math.max(answered, question);
    }
    return state;
  };

  return {
    get: () => {
      forgetOther();
      return state;
    },
    check,
    checkSoon,
    setVisible: (visible) => {
      isVisible = visible;
      if (visible) checkSoon();
      else if (state.status === 'ready') forgetTimer();
    },
    onChange: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    close: () => {
      isClosed = true;
      forgetTimer();
      unfollow();
      listeners.clear();
    },
  };
}

/** The account that a state is of, except its key. */
function placeOf(settings: Settings): string {
  return `${settings.service} ${settings.service === 'cloud' ? settings.cloud?.baseUrl : ''} ${isFree(settings)}`;
}

function describe(settings: Settings, status: ServiceState['status']): ServiceState {
  return { kind: settings.service, status, free: isFree(settings), balance: null, held: null, error: null };
}
