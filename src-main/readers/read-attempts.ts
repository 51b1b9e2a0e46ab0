import { createHash } from 'node:crypto';
import { appendFile, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** A read that was counted before it starts. */
export interface CountedRead {
  /** Number of times the app ended while it read this file. */
  readonly unfinished: number;
  /** Forgets the attempts, after the file was read or rejected. */
  end(): Promise<void>;
}

/** Counts reads that were begun and never finished because the app ended. */
export interface ReadAttempts {
  begin(name: string, filePath: string): Promise<CountedRead>;
}

/**
 * Counts attempts in a folder: one file for each file that is being read, one byte for each life of the app. Not synced,
 * because it has to survive a crash of the app, not of the computer. A file that changed has a new count.
 */
export function createReadAttempts(folder: string): ReadAttempts {
  const running = new Map<string, number>();

  const count = async (marker: string): Promise<number> => {
    const unfinished = (await stat(marker).catch(() => null))?.size ?? 0;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await appendFile(marker, '.', { mode: 0o600 });
    return unfinished;
  };

  return {
    begin: async (name, filePath) => {
      const facts = await stat(filePath).catch(() => null);
      const identity = `${name}\n${path.resolve(filePath)}\n${facts?.size ?? 0}\n${facts?.mtimeMs ?? 0}`;
      const marker = path.join(folder, createHash('sha256').update(identity).digest('hex').slice(0, 32));
      const others = running.get(marker) ?? 0;
      running.set(marker, others + 1);
      // A home that cannot be written is reported by whatever has to be saved there.
      const unfinished = others > 0 ? 0 : await count(marker).catch(() => 0);
      return {
        unfinished,
        end: async () => {
          const left = (running.get(marker) ?? 1) - 1;
          if (left > 0) return void running.set(marker, left);
          running.delete(marker);
          await rm(marker, { force: true }).catch(() => undefined);
        },
      };
    },
  };
}
