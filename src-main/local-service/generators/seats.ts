/** A limited number of seats, given in the order of the calls. */
export interface Seats {
  /** Resolves with a function that frees the seat. Rejects with the signal's reason if it is aborted before. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** Creates `count` seats. */
export function createSeats(count: number): Seats {
  let free = count;
  const waiting: (() => void)[] = [];

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }

  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        const give = (): void => {
          signal.removeEventListener('abort', leave);
          resolve(release);
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(give), 1);
          reject(signal.reason as Error);
        };
        if (signal.aborted) return reject(signal.reason as Error);
        if (free > 0) {
          free--;
          return resolve(release);
        }
        waiting.push(give);
        signal.addEventListener('abort', leave, { once: true });
      }),
  };
}
