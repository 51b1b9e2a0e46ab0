import { lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import { DELIVERY_SCHEMA, STATE_FOLDER } from '../../../src-shared/delivery/delivery-schemas.ts';
import type { TargetBaseline } from '../../../src-shared/delivery/target-baseline.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { listExportFiles } from '../receipts/export-files.ts';

/**
 * Writes the baseline of a new target: the models that are already in the output folder, which its bridge does not import.
 * With `importExisting` the baseline is empty; otherwise an existing baseline is kept. Returns the number of models in it.
 */
export async function writeTargetBaseline(folder: string, targetId: string, importExisting: boolean): Promise<number> {
  const file = baselinePathOf(folder, targetId);
  try {
    await makeFolder(path.dirname(file));
    if (!importExisting && (await lstat(file).catch(() => null))) return 0;
    const existing = importExisting ? [] : await listExportFiles(folder);
    const files = Object.fromEntries(
      existing.map((each): [string, [number, number]] => [each.path, [each.bytes, each.modifiedMs]]),
    );
    const content: TargetBaseline = { schema: DELIVERY_SCHEMA, target: targetId, files };
    await writeFileDurably(file, JSON.stringify(content));
    return existing.length;
  } catch (error) {
    throw toDiskError(error, folder);
  }
}

/** Removes the state of a target except its receipts, so that nothing is imported twice after a reinstallation. */
export async function removeTargetState(folder: string, targetId: string): Promise<void> {
  const heartbeat = path.join(folder, STATE_FOLDER, 'targets', `${targetId}.json`);
  await Promise.all(
    [baselinePathOf(folder, targetId), heartbeat].map((file) => rm(file, { force: true }).catch(() => undefined)),
  );
}

function baselinePathOf(folder: string, targetId: string): string {
  return path.join(folder, STATE_FOLDER, 'seen', `${targetId}.json`);
}
