import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { log } from '../base/log/log.ts';
import { toDiskError } from './disk-error.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Files that have no path on this computer: uploaded by a browser page, which has no access to paths, or downloaded from a link. */
export interface IncomingFiles {
  /** Stores a file and returns its id. */
  receive(name: string, body: AsyncIterable<Uint8Array>): Promise<string>;
  /** As `receive`, of a file that `write` writes and syncs: a new one at the given path. It is removed if that fails. */
  add(name: string, write: (file: string) => Promise<void>): Promise<string>;
  /** Uses a file that has no id, and is removed at the end. */
  withFile<T>(write: (file: string) => Promise<unknown>, use: (file: string) => Promise<T>): Promise<T>;
  find(id: string): { path: string; name: string } | null;
  /**
   * Removes files of earlier runs except those in use. `recoveredAt`, epoch ms: jobs were lost then; files from before it are
   * kept for 30 days, because they may be the only copies of the sources of these jobs. What cannot be removed is logged.
   */
  tidy(isNeeded: (file: string) => boolean, recoveredAt?: () => number | null): Promise<void>;
}

const LONGEST_NAME = 1024;

/** How long files from before a recovery are kept. */
const RECOVERY_MS = 30 * 24 * 3_600_000;

/** Creates an inbox in the home folder. */
export function createIncomingFiles(home: string): IncomingFiles {
  const folder = path.join(home, 'inbox');
  const received = new Map<string, { path: string; name: string }>();
  // The name from the page is used only for display and as a base for the file name, not for the folder.
  const register = (id: string, file: string, name: string): void => {
    received.set(id, { path: file, name: shortenName(path.posix.basename(name)) || 'picture' });
  };
  const makeFolder = async (): Promise<void> => {
    await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw toDiskError(error, message('subject.inbox'));
    });
  };
  const create = async (file: string): Promise<FileHandle> => {
    const attempt = (): Promise<FileHandle> => open(file, 'wx');
    return attempt().catch(async () => {
      await mkdir(folder, { recursive: true });
      return attempt();
    });
  };
  return {
    receive: async (name, body) => {
      const id = randomUUID();
      const file = path.join(folder, id);
      try {
        const handle = await create(file);
        try {
          await handle.writeFile(limit(body));
          await handle.sync();
        } finally {
          await handle.close();
        }
      } catch (error) {
        await rm(file, { force: true }).catch(() => undefined);
        throw toDiskError(error, message('subject.inbox'));
      }
      register(id, file, name);
      return id;
    },
    add: async (name, write) => {
      const id = randomUUID();
      const file = path.join(folder, id);
      await makeFolder();
      try {
        await write(file);
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      register(id, file, name);
      return id;
    },
    withFile: async (write, use) => {
      const file = path.join(folder, randomUUID());
      await makeFolder();
      try {
        await write(file);
        return await use(file);
      } finally {
        await rm(file, { force: true });
      }
    },
    find: (id) => received.get(id) ?? null,
    tidy: async (isNeeded, recoveredAt = () => null) => {
      const files = (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name));
      const stale = files.filter((file) => !isNeeded(file));
      // Asked last: a damaged job may have been found just now.
      const lostAt = recoveredAt() ?? -Infinity;
      const isRecent = Date.now() - lostAt < RECOVERY_MS;
      await Promise.all(
        stale.map(async (file) => {
          if (isRecent && (await isOlder(file, lostAt))) return;
          await rm(file, { force: true }).catch((error: unknown) =>
            log.warn('folders', `${file} was not removed`, error),
          );
        }),
      );
    },
  };
}

/** True if a file is not newer than a time, or cannot be read. */
function isOlder(file: string, before: number): Promise<boolean> {
  return lstat(file).then(
    ({ mtimeMs }) => mtimeMs <= before,
    () => true,
  );
}

/** Shortens a name in its middle, because its extension says what the file is. */
function shortenName(name: string): string {
  const { ext } = path.parse(name);
  return name.length <= LONGEST_NAME
    ? name
    : `${name.slice(0, LONGEST_NAME - ext.length)}${ext}`.slice(0, LONGEST_NAME);
}

async function* limit(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > LIMITS.uploadBytesSent) throw new AppError('file_too_large', message('file.upload-limit'));
    yield chunk;
  }
}
