import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import type { ServiceState } from '../../../src-shared/ipc/calls/service-calls.ts';
import { draftRecipes } from '../../../src-shared/recipes/built-in/draft.ts';
import { isFree, type Settings } from '../../../src-shared/settings/settings.ts';
import { estimateFor } from '../../queue/job-list/job-view.ts';
import type { Services } from '../../service-client/services/services.ts';
import { log } from '../../base/log/log.ts';

/** State of the service in use: reachability, balance, price of a job. */
export interface ServiceMonitor {
  get(): ServiceState;
  /** Checks the service now. */
  check(): Promise<ServiceState>;
  /** Checks soon; several calls cause one check. */
  checkSoon(): void;
  onChange(listen: (state: ServiceState) => void): () => void;
  close(): void;
}

const SOON_MS = 400;
/** First pause before an unreachable service is checked again; it doubles up to the maximum. */
const AWAY_MS = 2_000;
const LONGEST_AWAY_MS = 60_000;

/** Monitors the service in use; checks on request, and automatically only while it is unreachable. */
export function createServiceMonitor(services: Services, settings: () => Settings): ServiceMonitor {
  const listeners = new Set<(state: ServiceState) => void>();
  let state = describe(settings(), 'starting');
  let timer: NodeJS.Timeout | null = null;
  let isSoon = false;
  let questions = 0;
  let awayMs = AWAY_MS;
  let isClosed = false;

  const tell = (next: ServiceState): ServiceState => {
    const changed = JSON.stringify(next) !== JSON.stringify(state);
    state = next;
    if (changed) for (const listen of listeners) listen(next);
    return next;
  };

  const askAgain = (pause: number): void => {
    if (!isClosed) timer ??= setTimeout(askNow, pause).unref();
  };
  const askNow = (): void => {
    timer = null;
    isSoon = false;
    void check();
  };

  const check = async (): Promise<ServiceState> => {
    const question = ++questions;
    const now = settings();
    if (now.service !== state.kind || isFree(now) !== state.free) tell(describe(now, 'starting'));
    try {
      const client = await services.client(now.service);
      const { balance, frozen } = await client.getBalance();
      const money = client.profile.free ? {} : { balance: formatCredits(balance), held: formatCredits(frozen) };
      if (question === questions) {
        awayMs = AWAY_MS;
        return tell({ ...describe(now, 'ready'), ...money });
      }
    } catch (error) {
      const info = toErrorInfo(error);
      const status = info.code === 'no_api_key' ? 'no_key' : info.code === 'invalid_api_key' ? 'refused' : 'offline';
      if (!(error instanceof AppError)) log.error('service', 'the check failed', error);
      if (question !== questions) return state;
      if (status === 'offline') {
        askAgain(awayMs);
        awayMs = Math.min(2 * awayMs, LONGEST_AWAY_MS);
      }
      return tell({ ...describe(now, status), error: info });
    }
    return state;
  };

  return {
    get: () => state,
    check,
    checkSoon: () => {
      if (isSoon) return;
      if (timer) clearTimeout(timer);
      timer = null;
      isSoon = true;
      askAgain(SOON_MS);
    },
    onChange: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    close: () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      listeners.clear();
    },
  };
}

function describe(settings: Settings, status: ServiceState['status']): ServiceState {
  const free = isFree(settings);
  const estimate = free ? null : estimateFor(draftRecipes(settings.formats).picture?.steps ?? []);
  return {
    kind: settings.service,
    status,
    free,
    balance: null,
    held: null,
    estimate: estimate === null ? null : formatCredits(estimate),
    error: null,
  };
}
