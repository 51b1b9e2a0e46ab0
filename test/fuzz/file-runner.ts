import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canFormatMessage } from '../../src-shared/api/messages/format-message.ts';
import type { Format } from '../../src-shared/formats/formats.ts';
import { ENGLISH } from '../../src-shared/messages/english.ts';
import type { FileReader } from '../../src-main/readers/file-reader.ts';
import { startNodeReader } from '../../src-main/readers/node-reader-process.ts';
import { createReadAttempts } from '../../src-main/readers/read-attempts.ts';
import { READER_LIMITS } from '../../src-main/readers/reader-limits.ts';
import { createReaderPool } from '../../src-main/readers/reader-pool.ts';
import type { StartReader } from '../../src-main/readers/reader-process.ts';
import type { CaseResult, FileRead, FileTarget, Verdict } from './fuzz-target.ts';
import { judgeError } from './judge-error.ts';

/** Reads cases in a reader process of its own, one at a time. */
export interface FileRunner {
  run(target: FileTarget, bytes: Uint8Array): Promise<CaseResult>;
  close(): Promise<void>;
}

/** Creates a runner with the limits of the app; `maxMs` replaces the one of time. */
export function createFileRunner(maxMs = READER_LIMITS.maxMs): FileRunner {
  const root = mkdtempSync(path.join(os.tmpdir(), 'dropforge-fuzz-'));
  let peakBytes = 0;
  const start: StartReader = (limits, listener) => {
    const reader = startNodeReader(limits, listener);
    const residentBytes = async (): Promise<number | null> => {
      const bytes = await reader.residentBytes();
      peakBytes = Math.max(peakBytes, bytes ?? 0);
      return bytes;
    };
    return { ...reader, residentBytes };
  };
  const limits = { ...READER_LIMITS, processes: 1, maxMs, maxUnpackMs: maxMs };
  const reader = createReaderPool(start, createReadAttempts(path.join(root, 'reading')), limits);

  return {
    run: async ({ reads }, bytes) => {
      const folder = path.join(root, 'case');
      mkdirSync(folder);
      const file = path.join(folder, 'case');
      writeFileSync(file, bytes);
      peakBytes = 0;
      const startedAt = performance.now();
      const verdicts: Verdict[] = [];
      for (const read of reads)
        verdicts.push(await readCase(reader, read, file).catch((error: unknown) => judgeError(error)));
      const ms = performance.now() - startedAt;
      rmSync(folder, { recursive: true });
      const worst = verdicts.find(({ kind }) => kind === 'failed') ?? verdicts.find(({ kind }) => kind === 'refused');
      return { verdict: worst ?? { kind: 'accepted' }, ms, peakBytes };
    },
    close: async () => {
      await reader.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function readCase(reader: FileReader, read: FileRead, file: string): Promise<Verdict> {
  const folder = path.dirname(file);
  switch (read) {
    case 'picture':
    case 'model': {
      const thumbnailPath = read === 'picture' ? path.join(folder, 'thumbnail') : null;
      await reader.read('inspect-source', { kind: read, path: file, thumbnailPath, subject: 'case' });
      if (read === 'model') await reader.read('preview-model', { path: file, subject: 'case' });
      return { kind: 'accepted' };
    }
    case 'usd-space':
      await reader.read('usd-space', { path: file });
      return { kind: 'accepted' };
    case 'bundle': {
      const bundle = await reader.read('unpack-bundle', { path: file, folder: path.join(folder, 'files') });
      return readModel(reader, bundle.mainFile, bundle.format, bundle.folder);
    }
    default:
      return readModel(reader, file, read, null);
  }
}

/** Reads a result of a service: its facts, then the check, whose notes have to be messages. */
async function readModel(reader: FileReader, file: string, format: Format, folder: string | null): Promise<Verdict> {
  const model = { path: file, format, folder };
  await reader.read('content-facts', model);
  const notes = await reader.read('check-model', model);
  const wrong = notes.find((note) => typeof note === 'string' || !canFormatMessage(ENGLISH, note));
  return wrong === undefined ? { kind: 'accepted' } : { kind: 'failed', failure: `a note: ${JSON.stringify(wrong)}` };
}
