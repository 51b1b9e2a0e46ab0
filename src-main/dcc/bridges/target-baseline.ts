import { lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import { DELIVERY_SCHEMA, STATE_FOLDER } from '../../../src-shared/delivery/delivery-schemas.ts';
import type { TargetBaseline } from '../../../src-shared/delivery/target-baseline.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { listExportFiles } from '../receipts/export-files.ts';

/**
 * Writes down what lies in an export folder before a target comes, so that its bridge leaves that alone; with
 * `importExisting` nothing is left alone. A target that was here before keeps what it knows, unless all is asked for.
 * Answers how many models are left alone.
 */
export async function writeTargetBaseline(folder: string, targetId: string, importExisting: boolean): Promise<number> {
  const file = seenPathOf(folder, targetId);
  try {
    await makeFolder(path.dirname(file));
    if (!importExisting && (await lstat(file).catch(() => null))) return 0;
    const there = importExisting ? [] : await listExportFiles(folder);
    const files = Object.fromEntries(
      there.map((each): [string, [number, number]] => [each.path, [each.bytes, each.modifiedMs]]),
    );
    const content: TargetBaseline = { schema: DELIVERY_SCHEMA, target: targetId, files };
    await writeFileDurably(file, JSON.stringify(content));
    return there.length;
  } catch (error) {
    throw toDiskError(error, folder);
  }
}

/** Forgets that a target was ever here; its receipts stay, so that nothing is imported twice when it comes back. */
export async function removeTargetState(folder: string, targetId: string): Promise<void> {
  const heartbeat = path.join(folder, STATE_FOLDER, 'targets', `${targetId}.json`);
  await Promise.all(
    [seenPathOf(folder, targetId), heartbeat].map((file) => rm(file, { force: true }).catch(() => undefined)),
  );
}

function seenPathOf(folder: string, targetId: string): string {
  return path.join(folder, STATE_FOLDER, 'seen', `${targetId}.json`);
}
