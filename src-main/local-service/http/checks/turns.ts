import type { ServerResponse } from 'node:http';

/** Requests that need much memory: only some of them are in work at the same time, the others wait. */
export interface Turns {
  /** Resolves when it is the turn of a request, which ends when its response is closed; at once if that has happened. */
  take(response: ServerResponse): Promise<void>;
}

/** A client that neither sends nor reads for this long loses its turn, and its connection. */
const IDLE_MS = 120_000;

/** Gives turns to `seats` requests at the same time, in the order in which they came. */
export function createTurns(seats: number): Turns {
  const waiting = new Set<() => void>();
  let free = seats;

  function beginNext(): void {
    const [begin] = waiting;
    if (begin && free > 0) begin();
  }

  return {
    take: (response) =>
      new Promise((resolve) => {
        if (response.closed) return resolve();
        let hasSeat = false;
        const begin = (): void => {
          waiting.delete(begin);
          free--;
          hasSeat = true;
          response.setTimeout(IDLE_MS);
          resolve();
        };
        response.once('close', () => {
          waiting.delete(begin);
          if (hasSeat) free++;
          resolve();
          beginNext();
        });
        waiting.add(begin);
        beginNext();
      }),
  };
}
