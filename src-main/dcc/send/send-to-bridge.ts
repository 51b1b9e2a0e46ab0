import path from 'node:path';
import { STATE_FOLDER } from '../../../src-shared/delivery/delivery-schemas.ts';
import { receipt, type Receipt } from '../../../src-shared/delivery/receipt.ts';
import { isLive } from '../../../src-shared/delivery/target-heartbeat.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { copyToFolder } from './copy-to-folder.ts';
import { createDeliveryReader } from '../receipts/delivery-reader.ts';
import { toLooseFileId } from '../receipts/loose-file-id.ts';
import { readStateFile } from '../receipts/state-file.ts';

/** Maximum wait for the receipt of a running program, and the polling interval. */
const RECEIPT_TIMEOUT_MS = 60_000;
const POLL_MS = 200;

/** The id of a live target of a program in an output folder; null if there is none. */
export async function findLiveTarget(exportFolder: string, program: string): Promise<string | null> {
  const { heartbeats } = await createDeliveryReader(exportFolder).read();
  const live = heartbeats.find((each) => each.heartbeat.program === program && isLive(each.heartbeat, each.ageSeconds));
  return live?.heartbeat.target ?? null;
}

/**
 * Copies a file into the output folder and waits up to a minute for the receipt of a live target. The receipt is null
 * after a timeout or without a live target.
 */
export async function sendToBridge(
  exportFolder: string,
  file: string,
  sha256: string,
  liveTarget: string | null,
  clock: Clock = systemClock,
): Promise<{ readonly path: string; readonly receipt: Receipt | null }> {
  const folder = path.resolve(exportFolder);
  const copy = await copyToFolder(folder, file, sha256);
  if (liveTarget === null) return { path: copy, receipt: null };
  const asset = toLooseFileId(path.relative(folder, copy).replaceAll(path.sep, '/'), sha256);
  const receiptPath = path.join(folder, STATE_FOLDER, 'receipts', `${asset}--${liveTarget}.json`);
  for (const until = clock.elapsed() + RECEIPT_TIMEOUT_MS; ;) {
    const read = receipt.safeParse((await readStateFile(receiptPath).catch(() => null))?.value);
    if (read.success) return { path: copy, receipt: read.data };
    if (clock.elapsed() > until) return { path: copy, receipt: null };
    await clock.pause(POLL_MS);
  }
}
