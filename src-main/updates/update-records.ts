import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseBoundedJson } from '../../src-shared/formats/parse-bounded-json.ts';
import { message } from '../../src-shared/messages/message.ts';
import { OWNER_ONLY } from '../base/files/durable-file.ts';
import { readSmallFileSync } from '../base/files/small-file.ts';
import { toUpdatesError } from './fetch-update-file.ts';

/** An installation that began; it is removed when the new version runs. */
const installation = z.object({ version: z.string().max(100), from: z.string().max(100) });

const MAX_BYTES = 1_024;

/** Small files of updates in the home folder. */
export interface UpdateRecords {
  /** Folder of the downloads. */
  readonly folder: string;
  /**
   * A random number of this home that decides when it gets a release in stages; never sent. Throws `updates_unknown` if it
   * cannot be written.
   */
  installationId(): string;
  /** Records that an installation begins. */
  begin(version: string, from: string): void;
  /** The version whose installation began but that does not run; null: none. Forgets it. */
  takeFailed(running: string): string | null;
}

/** Opens the records; nothing is written before it is needed. */
export function openUpdateRecords(home: string): UpdateRecords {
  const folder = path.join(home, 'updates');
  const idFile = path.join(folder, 'installation-id');
  const beganFile = path.join(folder, 'installing.json');
  const write = (file: string, text: string): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text, { mode: OWNER_ONLY });
  };
  return {
    folder,
    installationId: () => {
      try {
        const id = z.uuid().safeParse(readSmallFileSync(idFile, MAX_BYTES).text);
        if (id.success) return id.data;
      } catch {
        // The first time.
      }
      const id = randomUUID();
      try {
        write(idFile, id);
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        throw toUpdatesError(message('updates.not-writable', { code }), error);
      }
      return id;
    },
    begin: (version, from) => write(beganFile, JSON.stringify({ version, from })),
    takeFailed: (running) => {
      const began = readBegan(beganFile);
      if (began !== null) rmSync(beganFile, { force: true });
      return began?.from === running ? began.version : null;
    },
  };
}

function readBegan(file: string): z.infer<typeof installation> | null {
  try {
    const { text } = readSmallFileSync(file, MAX_BYTES);
    return installation.safeParse(parseBoundedJson(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}
