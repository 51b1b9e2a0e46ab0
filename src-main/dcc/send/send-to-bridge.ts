import { lstat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { STATE_FOLDER } from '../../../src-shared/delivery/delivery-schemas.ts';
import { receipt, type Receipt } from '../../../src-shared/delivery/receipt.ts';
import {
  MAX_BASELINE_BYTES,
  targetBaseline,
  type TargetBaseline,
} from '../../../src-shared/delivery/target-baseline.ts';
import { toTargetId } from '../../../src-shared/delivery/target-id.ts';
import { isLive } from '../../../src-shared/delivery/target-heartbeat.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { copyToFolder } from './copy-to-folder.ts';
import { createDeliveryReader } from '../receipts/delivery-reader.ts';
import { toLooseFileId } from '../receipts/loose-file-id.ts';
import { nullIfMissing, readStateFile } from '../receipts/state-file.ts';

/** Maximum wait for the receipt of a running program, and the polling interval. */
const RECEIPT_TIMEOUT_MS = 60_000;
const POLL_MS = 200;

/** Ids of the targets of a program in an output folder. */
export interface BridgeTargets {
  /** A running one; null if there is none. */
  readonly live: string | null;
  /** The default one of this computer, and all that ran at least once. */
  readonly known: readonly string[];
}

/** Finds the targets of a program in an output folder. */
export async function findTargets(exportFolder: string, program: string): Promise<BridgeTargets> {
  const { heartbeats } = await createDeliveryReader(exportFolder).read();
  const own = heartbeats.filter(({ heartbeat }) => heartbeat.program === program);
  const live = own.find(({ heartbeat, ageSeconds }) => isLive(heartbeat, ageSeconds));
  const known = new Set([toTargetId(null, program, hostname()), ...own.map(({ heartbeat }) => heartbeat.target)]);
  return { live: live?.heartbeat.target ?? null, known: [...known] };
}

/**
 * Copies a file into the output folder and waits up to a minute for the receipt of a live target. If the target imported
 * the same copy before, or leaves it alone, it gets another copy. The receipt is null after a timeout or without a live
 * target.
 */
export async function sendToBridge(
  exportFolder: string,
  file: string,
  sha256: string,
  { live, known }: BridgeTargets,
  clock: Clock = systemClock,
): Promise<{ readonly path: string; readonly receipt: Receipt | null }> {
  const folder = path.resolve(exportFolder);
  const toReceiptPath = (copy: string, target: string): string => {
    const asset = toLooseFileId(toRelative(folder, copy), sha256);
    return path.join(folder, STATE_FOLDER, 'receipts', `${asset}--${target}.json`);
  };
  const targets = await Promise.all(
    (live === null ? known : [live]).map(async (id) => ({ id, baseline: await readBaseline(folder, id) })),
  );
  const isDue = async (copy: string): Promise<boolean> => {
    for (const { id, baseline } of targets) {
      if (await lstat(toReceiptPath(copy, id)).catch(nullIfMissing)) return false;
      if (await isListed(baseline, folder, copy)) return false;
    }
    return true;
  };

  const copy = await copyToFolder(folder, file, sha256, undefined, isDue);
  if (live === null) return { path: copy, receipt: null };
  const receiptPath = toReceiptPath(copy, live);
  for (const until = clock.elapsed() + RECEIPT_TIMEOUT_MS; ;) {
    const read = receipt.safeParse((await readStateFile(receiptPath).catch(() => null))?.value);
    if (read.success) return { path: copy, receipt: read.data };
    if (clock.elapsed() > until) return { path: copy, receipt: null };
    await clock.pause(POLL_MS);
  }
}

/** The files that a target leaves alone, by path in NFC, as the bridges compare them. */
async function readBaseline(folder: string, target: string): Promise<TargetBaseline['files']> {
  const file = path.join(folder, STATE_FOLDER, 'seen', `${target}.json`);
  const read = targetBaseline.safeParse((await readStateFile(file, MAX_BASELINE_BYTES).catch(() => null))?.value);
  const files = Object.entries(read.data?.files ?? {});
  return Object.fromEntries(files.map(([name, mark]) => [name.normalize('NFC'), mark]));
}

/** True for an existing file that did not change since the baseline. */
async function isListed(baseline: TargetBaseline['files'], folder: string, copy: string): Promise<boolean> {
  const listed = baseline[toRelative(folder, copy).normalize('NFC')];
  const facts = listed && (await lstat(copy, { bigint: true }).catch(nullIfMissing));
  if (!listed || !facts) return false;
  return listed[0] === Number(facts.size) && listed[1] === Number(facts.mtimeNs / 1_000_000n);
}

function toRelative(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll(path.sep, '/');
}
