import { lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import { DELIVERY_SCHEMA, STATE_FOLDER } from '../../../src-shared/delivery/delivery-schemas.ts';
import {
  MAX_BASELINE_BYTES,
  targetBaseline,
  type TargetBaseline,
} from '../../../src-shared/delivery/target-baseline.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { listExportFiles } from '../receipts/export-files.ts';
import { nullIfMissing, readStateFile } from '../receipts/state-file.ts';

/** The installation for which a baseline is written. */
export interface BaselineOrder {
  /** Import the models that are already in the output folder: the baseline is empty. */
  readonly importExisting?: boolean;
  /** The bridge is already installed: models that it has yet to import stay to be delivered. */
  readonly isUpdate?: boolean;
}

/**
 * Writes the baseline of a new target: the models that are already in the output folder, which its bridge does not import.
 * An existing baseline is kept, unless `importExisting` is set or the bridge was removed. Returns the number of models in it.
 */
export async function writeTargetBaseline(
  folder: string,
  targetId: string,
  { importExisting = false, isUpdate = false }: BaselineOrder = {},
): Promise<number> {
  const file = baselinePathOf(folder, targetId);
  try {
    await makeFolder(path.dirname(file));
    const exists = (await lstat(file).catch(nullIfMissing)) !== null;
    const isKept = exists && (isUpdate || !(await readTargetBaseline(file))?.removed);
    if (isKept && !importExisting) return 0;
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

/**
 * Removes the heartbeat of a target and marks its baseline. Receipts and the models of the baseline are kept, so that neither
 * a program that is still running nor a reinstalled bridge imports old models.
 */
export async function removeTargetState(folder: string, targetId: string): Promise<void> {
  const heartbeat = path.join(folder, STATE_FOLDER, 'targets', `${targetId}.json`);
  await rm(heartbeat, { force: true }).catch(() => undefined);
  const file = baselinePathOf(folder, targetId);
  const baseline = await readTargetBaseline(file);
  if (!baseline) return;
  const content: TargetBaseline = { ...baseline, removed: true };
  await writeFileDurably(file, JSON.stringify(content)).catch(() => undefined);
}

/** The baseline in a file; null if it is missing or cannot be read. */
async function readTargetBaseline(file: string): Promise<TargetBaseline | null> {
  const read = await readStateFile(file, MAX_BASELINE_BYTES).catch(() => null);
  return targetBaseline.safeParse(read?.value).data ?? null;
}

function baselinePathOf(folder: string, targetId: string): string {
  return path.join(folder, STATE_FOLDER, 'seen', `${targetId}.json`);
}
