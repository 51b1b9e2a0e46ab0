import path from 'node:path';
import { STATE_FOLDER } from '../../../src-shared/delivery/delivery-schemas.ts';
import { receipt, type Receipt } from '../../../src-shared/delivery/receipt.ts';
import { isLive } from '../../../src-shared/delivery/target-heartbeat.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { copyToFolder } from './copy-to-folder.ts';
import { createDeliveryReader } from '../receipts/delivery-reader.ts';
import { toLooseFileId } from '../receipts/loose-file-id.ts';
import { readStateFile } from '../receipts/state-file.ts';

/** How long a running program is waited for, and how often is looked whether it answered. */
const RECEIPT_TIMEOUT_MS = 60_000;
const POLL_MS = 200;

/** The target of a program that is live in an export folder; null: none is. */
export async function findLiveTarget(exportFolder: string, program: string): Promise<string | null> {
  const { heartbeats } = await createDeliveryReader(exportFolder).read();
  const live = heartbeats.find((each) => each.heartbeat.program === program && isLive(each.heartbeat, each.ageSeconds));
  return live?.heartbeat.target ?? null;
}

/**
 * Puts a file into the export folder and, with a live target, waits for its receipt; null: there was none within a
 * minute, or nobody to wait for.
 */
export async function sendToBridge(
  exportFolder: string,
  file: string,
  sha256: string,
  liveTarget: string | null,
  clock: Clock = systemClock,
): Promise<{ readonly path: string; readonly receipt: Receipt | null }> {
  const folder = path.resolve(exportFolder);
  const placed = await copyToFolder(folder, file, sha256);
  if (liveTarget === null) return { path: placed, receipt: null };
  const asset = toLooseFileId(path.relative(folder, placed).replaceAll(path.sep, '/'), sha256);
  const answer = path.join(folder, STATE_FOLDER, 'receipts', `${asset}--${liveTarget}.json`);
  for (const until = clock.elapsed() + RECEIPT_TIMEOUT_MS; ;) {
    const read = receipt.safeParse((await readStateFile(answer))?.value);
    if (read.success) return { path: placed, receipt: read.data };
    if (clock.elapsed() > until) return { path: placed, receipt: null };
    await clock.pause(POLL_MS);
  }
}
