import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../src-shared/base/errors.ts';
import { message, type Message } from '../../src-shared/messages/message.ts';
import { enforceLimits, MAX_ATTEMPTS, type LossCause } from '../base/processes/enforce-limits.ts';
import { isOutOfMemory } from '../base/processes/out-of-memory.ts';
import type { FileReader, ReadName, ReadRequest, ReadResponse } from './file-reader.ts';
import { decodeReadError } from './read-error.ts';
import type { CountedRead, ReadAttempts } from './read-attempts.ts';
import type { ReaderLimits } from './reader-limits.ts';
import {
  limitAnswer,
  subjectOf,
  type ReadAnswer,
  type ReaderExit,
  type ReaderProcess,
  type StartReader,
} from './reader-process.ts';

interface Pending {
  /** Runs while nothing else does, because there was no memory for it beside others. */
  isAlone: boolean;
  readonly name: ReadName;
  readonly request: ReadRequest;
  /** Counts the attempt just before it is made; rejects if there were too many. */
  readonly count: () => Promise<void>;
  readonly resolve: (response: ReadResponse) => void;
  readonly reject: (error: unknown) => void;
}

/** Why the pool killed a process; `crowded`: its file is read again when the others are done. */
type Verdict = LossCause | 'closed' | 'crowded';

interface Slot {
  process: ReaderProcess | null;
  /** Settles when the process can read; `isReady` is true from then on. */
  ready: Promise<void>;
  isReady: boolean;
  pending: Pending | null;
  /** Id of the call that runs, or of the last one. */
  callId: number;
  /** Number of the read in the order of the whole pool. */
  order: number;
  /** Resident memory of the process when it was last measured. */
  bytes: number;
  /** Why this pool killed the process. */
  verdict: Verdict | null;
  /** Stops watching the process. */
  stopLimits: (() => void) | null;
  idleTimer: NodeJS.Timeout | null;
}

/** Maximum wait for the running reads of a pool that was closed: their processes were killed. */
const CLOSE_TIMEOUT_MS = 1_000;

const REASONS: Readonly<Record<LossCause, Message>> = {
  'too-slow': message('file.reading-too-slow'),
  'too-much-memory': message('file.reading-out-of-memory'),
  crashed: message('file.reading-crashed'),
};

/** A read whose process ended. */
class ReaderLost extends Error {
  readonly reason: LossCause;

  constructor(reason: LossCause, detail: string) {
    super(`The reader process was lost (${reason}): ${detail}`);
    this.name = 'ReaderLost';
    this.reason = reason;
  }
}

/** A read whose process did not start, which the file cannot be the reason for; `reason`: of the system. */
class ReaderNotStarted extends Error {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`The reader process did not start: ${reason}`, { cause });
    this.name = 'ReaderNotStarted';
    this.reason = reason;
  }
}

/**
 * Reads files in processes, one file per process at a time. A process that exceeds its time or memory is killed and
 * replaced; its file is tried once more and then rejected with `file_too_complex`, while the other reads go on. A read
 * whose process does not start rejects with `reader_unavailable` after the second time, whatever its file is. All
 * processes together may hold as much memory as one of them: beyond that, one ends, and its file waits until it can be
 * read alone. Attempts are counted on disk, so that a file that stops the whole app is not read again and again.
 */
export function createReaderPool(start: StartReader, attempts: ReadAttempts, limits: ReaderLimits): FileReader {
  const waiting: Pending[] = [];
  const slots: Slot[] = Array.from({ length: limits.processes }, () => ({
    process: null,
    ready: Promise.resolve(),
    isReady: false,
    pending: null,
    callId: 0,
    order: 0,
    bytes: 0,
    verdict: null,
    stopLimits: null,
    idleTimer: null,
  }));
  const running = new Set<Promise<ReadResponse>>();
  let closed = false;
  let reads = 0;

  const open = (slot: Slot): ReaderProcess => {
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(slot, { ready: promise, isReady: false });
    const opened: ReaderProcess = start(limits, {
      onMessage: (said) => {
        if (slot.process !== opened) return;
        if (!('ready' in said)) return finish(slot, said);
        slot.isReady = true;
        resolve();
      },
      onExit: (exit) => slot.process === opened && lose(slot, exit),
    });
    slot.process = opened;
    return opened;
  };

  const clearTimers = (slot: Slot): void => {
    slot.stopLimits?.();
    clearTimeout(slot.idleTimer ?? undefined);
    Object.assign(slot, { stopLimits: null, idleTimer: null });
  };

  const kill = (slot: Slot, verdict: Verdict): void => {
    if (!slot.process) return;
    slot.verdict ??= verdict;
    slot.process.kill();
  };

  /** Ends a process if all of them hold too much: one without work, or the one whose read began last. */
  const makeRoom = (measured: Slot, bytes: number): void => {
    measured.bytes = bytes;
    const living = slots.filter(({ process, verdict }) => process && verdict === null);
    if (living.length < 2 || living.reduce((sum, slot) => sum + slot.bytes, 0) <= limits.maxBytes) return;
    const idle = living.find(({ pending }) => !pending);
    const last = living.reduce((one, other) => (other.order > one.order ? other : one));
    kill(idle ?? last, idle ? 'closed' : 'crowded');
  };

  const finish = (slot: Slot, given: ReadAnswer): void => {
    const { pending } = slot;
    if (!pending || given.id !== slot.callId || slot.verdict !== null) return;
    const answer = limitAnswer(pending.request, given);
    release(slot);
    if (answer.ok) pending.resolve(answer.response);
    else pending.reject(decodeReadError(answer.error));
    assign();
  };

  const release = (slot: Slot): void => {
    slot.pending = null;
    clearTimers(slot);
    slot.process?.hold(false);
    slot.idleTimer = setTimeout(() => kill(slot, 'closed'), limits.idleMs).unref();
  };

  const lose = (slot: Slot, { reason, lastOutput }: ReaderExit): void => {
    const { pending, verdict, isReady } = slot;
    Object.assign(slot, { process: null, pending: null, bytes: 0, verdict: null });
    clearTimers(slot);
    if (verdict === 'crowded' && pending && !closed) {
      pending.isAlone = true;
      waiting.unshift(pending);
      return assign();
    }
    const cause = verdict ?? (isOutOfMemory(lastOutput) ? 'too-much-memory' : 'crashed');
    if (cause === 'closed' || cause === 'crowded') pending?.reject(new Error('The reader is closed.'));
    else pending?.reject(isReady ? new ReaderLost(cause, reason) : new ReaderNotStarted(reason));
    assign();
  };

  const run = (slot: Slot, pending: Pending): void => {
    clearTimers(slot);
    let reader: ReaderProcess;
    try {
      reader = slot.process ?? open(slot);
    } catch (error) {
      // `fork` throws at once if there is no memory.
      return pending.reject(new ReaderNotStarted((error as NodeJS.ErrnoException).code ?? String(error), error));
    }
    slot.pending = pending;
    slot.callId++;
    slot.order = ++reads;
    reader.hold(true);
    const maxMs = pending.name === 'unpack-bundle' ? limits.maxUnpackMs : limits.maxMs;
    slot.stopLimits = enforceLimits(
      reader,
      { ...limits, maxMs },
      (cause) => kill(slot, cause),
      (bytes) => makeRoom(slot, bytes),
    );
    void begin(slot, pending, reader);
  };

  const begin = async (slot: Slot, pending: Pending, reader: ReaderProcess): Promise<void> => {
    const { name, request } = pending;
    try {
      // Not earlier: an app that ends while files wait, or while a process starts, was not ended by them.
      await slot.ready;
      await pending.count();
      if (slot.pending === pending) reader.send({ id: slot.callId, name, request });
    } catch (error) {
      if (slot.pending !== pending) return;
      release(slot);
      pending.reject(error);
      assign();
    }
  };

  const assign = (): void => {
    while (!closed) {
      // A process that was killed is still ending.
      const idle = slots.filter(({ pending, verdict }) => !pending && verdict === null);
      const slot = idle.find(({ process }) => process) ?? idle[0];
      const [next] = waiting;
      if (!slot || !next) return;
      const isBusy = slots.some(({ pending }) => pending);
      if (isBusy && (next.isAlone || slots.some(({ pending }) => pending?.isAlone))) return;
      waiting.shift();
      run(slot, next);
    }
  };

  const attempt = (name: ReadName, request: ReadRequest, count: Pending['count']): Promise<ReadResponse> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new Error('The reader is closed.'));
      waiting.push({ isAlone: false, name, request, count, resolve, reject });
      assign();
    });

  const read = async (name: ReadName, request: ReadRequest): Promise<ReadResponse> => {
    let begun: Promise<CountedRead> | null = null;
    const count = async (): Promise<void> => {
      begun ??= attempts.begin(name, request.path);
      if ((await begun).unfinished >= MAX_ATTEMPTS) throw unreadable(request, REASONS.crashed);
    };
    let [tries, starts] = [0, 0];
    try {
      for (;;) {
        try {
          return await attempt(name, request, count);
        } catch (error) {
          if (error instanceof ReaderNotStarted) {
            if (++starts >= MAX_ATTEMPTS) throw unavailable(request, error);
          } else if (!(error instanceof ReaderLost)) throw error;
          else if (++tries >= MAX_ATTEMPTS) throw unreadable(request, REASONS[error.reason], error);
        }
      }
    } finally {
      await (await (begun as Promise<CountedRead> | null))?.end();
    }
  };

  return {
    read: (name, request) => {
      const reading = read(name, request);
      const forget = (): void => void running.delete(reading);
      running.add(reading);
      reading.then(forget, forget);
      return reading as Promise<ReadResponse<typeof name>>;
    },
    close: async () => {
      closed = true;
      for (const pending of waiting.splice(0)) pending.reject(new Error('The reader is closed.'));
      for (const slot of slots) kill(slot, 'closed');
      // Until they have forgotten their attempts: the app was not ended by their files.
      await Promise.race([Promise.allSettled(running), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

function unreadable(request: ReadRequest, reason: Message, cause?: unknown): AppError {
  return new AppError('file_too_complex', reason, { subject: subjectOf(request), cause });
}

function unavailable(request: ReadRequest, cause: ReaderNotStarted): AppError {
  return new AppError('reader_unavailable', message('file.system-code', { code: cause.reason }), {
    subject: subjectOf(request),
    retryable: true,
    cause,
  });
}
