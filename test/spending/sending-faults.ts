import { toCredits, type Credits } from '../../src-shared/api/pricing/credits.ts';
import type { Network, SendOutcome } from '../../src-main/service-client/http/network.ts';
import type { Fault, FaultPlan } from '../simulation/faults.ts';
import type { Kernel } from '../simulation/kernel.ts';
import type { Run } from '../simulation/machine.ts';
import type { SimService } from '../simulation/sim-service.ts';
import type { SendingFault, TaskFault } from './history.ts';

/** Faults that wait for their occasion, each for one. */
export interface Faults {
  /** The rates of the simulated service and network: all or nothing. */
  readonly plan: FaultPlan;
  /** Faults of the next creations, in order. */
  readonly sendings: SendingFault[];
  /** Faults that were armed at any time. */
  readonly seen: ReadonlySet<SendingFault | TaskFault>;
  arm(fault: TaskFault): void;
  armSending(fault: SendingFault): void;
  charge(price: Credits): Credits;
  taskCreated(): void;
  clear(): void;
}

const RATES: Partial<Record<TaskFault, Fault>> = {
  fails: 'failing_tasks',
  'is unknown to the service for some seconds': 'vanishing_tasks',
  'takes many minutes': 'long_tasks',
};

/** How long a sender waits for a response that does not come, ms. */
const GIVES_UP_MS = 20_000;
/** How much later a late creation is carried out: after a person may decide, but before an automatic resend, ms. */
const LATE_MS = { strict: 600_000, auto: 60_000 } as const;

/** No fault is armed. */
export function createFaults(): Faults {
  const sendings: SendingFault[] = [];
  const seen = new Set<SendingFault | TaskFault>();
  const armed = new Set<TaskFault>();
  return {
    plan: {
      rate: (fault) => ([...armed].some((each) => RATES[each] === fault) ? 1 : 0),
      has: () => false,
      quiet: () => undefined,
      on: [],
    },
    sendings,
    seen,
    arm: (fault) => {
      seen.add(fault);
      armed.add(fault);
    },
    armSending: (fault) => {
      seen.add(fault);
      sendings.push(fault);
    },
    charge: (price) => {
      if (armed.has('is charged less than its price')) return toCredits(price / 2);
      return armed.has('is charged more than its price') ? toCredits(price * 2) : price;
    },
    taskCreated: () => armed.clear(),
    clear: () => {
      sendings.length = 0;
      armed.clear();
    },
  };
}

interface Surroundings {
  readonly faults: Faults;
  readonly kernel: Kernel;
  readonly run: Run;
  readonly service: SimService;
  readonly resend: keyof typeof LATE_MS;
  onCreation(body: string): void;
  kill(): void;
}

/** The network of a run with the armed fault for each creation. */
export function withFaults(network: Network, surroundings: Surroundings): Network {
  const { faults, kernel, run, service, resend, onCreation, kill } = surroundings;
  const noResponse: SendOutcome = { kind: 'no_response', error: new Error('read ECONNRESET') };
  const answer = (status: number, text: string): SendOutcome => ({
    kind: 'answered',
    status,
    header: () => undefined,
    text,
  });
  const refuse = (status: number, code: number): SendOutcome =>
    answer(status, JSON.stringify({ code, status: 'error', message: '', suggestion: '', request_id: 'sim' }));

  const send = async (
    fault: SendingFault | undefined,
    ...[url, headers, body]: Parameters<Network['sendOnce']>
  ): Promise<SendOutcome> => {
    const arriveLater = (ms: number): void => {
      const request = { method: 'POST', url, headers, body: Buffer.from(body) };
      kernel.after(ms, null, () => void service.handle(request));
    };
    switch (fault) {
      case undefined:
        return network.sendOnce(url, headers, body);
      case 'is not sent':
        await kernel.pause(50, run);
        return { kind: 'not_sent', error: Object.assign(new Error('ECONNREFUSED'), { code: 'ECONNREFUSED' }) };
      case 'is lost':
        onCreation(body);
        await kernel.pause(GIVES_UP_MS, run);
        return noResponse;
      case 'is answered, but the answer is lost':
        await network.sendOnce(url, headers, body);
        return noResponse;
      case 'is answered with a server error, and a task exists':
        await network.sendOnce(url, headers, body);
        return answer(502, '<title>Bad gateway</title>');
      case 'is answered with a server error, and no task exists':
        onCreation(body);
        await kernel.pause(100, run);
        return answer(503, 'upstream connect error');
      case 'arrives after the sender gave up':
        onCreation(body);
        arriveLater(LATE_MS[resend]);
        await kernel.pause(GIVES_UP_MS, run);
        return noResponse;
      case 'is refused: too many requests':
        onCreation(body);
        await kernel.pause(100, run);
        return refuse(429, 1007);
      case 'is refused: the pool is full':
        onCreation(body);
        await kernel.pause(100, run);
        return refuse(429, 2000);
      case 'is refused: invalid':
        onCreation(body);
        await kernel.pause(100, run);
        return refuse(400, 1004);
      case 'is answered after the app was killed':
        onCreation(body);
        arriveLater(50);
        await kernel.pause(20, run);
        kill();
        return noResponse;
    }
  };
  return {
    ...network,
    sendOnce: (...request) => {
      const fault = faults.sendings.shift();
      if (fault) kernel.trace(`net: the creation ${fault}`);
      return send(fault, ...request);
    },
  };
}
