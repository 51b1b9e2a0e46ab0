import path from 'node:path';
import { claim, type Claim } from '../../../src-shared/delivery/claim.ts';
import { STATE_FOLDER } from '../../../src-shared/delivery/delivery-schemas.ts';
import { parseReceiptName, receipt, type Receipt } from '../../../src-shared/delivery/receipt.ts';
import {
  MAX_BASELINE_BYTES,
  targetBaseline,
  type TargetBaseline,
} from '../../../src-shared/delivery/target-baseline.ts';
import { targetHeartbeat, type TargetHeartbeat } from '../../../src-shared/delivery/target-heartbeat.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { createAssetFinder, type Asset } from './asset-finder.ts';
import { createDirectoryCache } from './directory-cache.ts';
import { readFileSystemTime } from './file-system-time.ts';
import { createStateFileReader, type KeptBytes } from './state-file-reader.ts';
import type { MessageOrText } from '../../../src-shared/messages/message.ts';

/** A claim with its age in seconds, by the clock of the file system. */
export interface AgedClaim {
  readonly claim: Claim;
  readonly ageSeconds: number;
}

/** A target's heartbeat with its age in seconds and its baseline. */
export interface AgedHeartbeat {
  readonly heartbeat: TargetHeartbeat;
  readonly ageSeconds: number;
  readonly baseline: TargetBaseline['files'];
}

/** The delivery state of an output folder; every file was read with a size limit and validated by its schema. */
export interface DeliveryState {
  readonly assets: ReadonlyMap<string, Asset>;
  readonly receipts: readonly Receipt[];
  /** The latest attempt for each asset and target. */
  readonly claims: readonly AgedClaim[];
  readonly heartbeats: readonly AgedHeartbeat[];
  readonly problems: readonly MessageOrText[];
}

/** Repeatedly reads an output folder; unchanged files are not read again. */
export interface DeliveryReader {
  read(): Promise<DeliveryState>;
}

/** Maximum number of files read in parallel. */
const MAX_PARALLEL_READS = 16;

/** Creates a reader of an output folder. */
export function createDeliveryReader(folder: string, clock: Clock = systemClock): DeliveryReader {
  const kept: KeptBytes = { total: 0 };
  const manifests = createStateFileReader(folder, kept);
  const receiptFiles = createStateFileReader(folder, kept);
  const reader = createStateFileReader(folder, kept);
  const folders = createDirectoryCache(clock);
  const finder = createAssetFinder(folder, folders, manifests, clock);
  const listState = (kind: string) => folders.list(path.join(folder, STATE_FOLDER, kind));
  let receipts: { readonly found: readonly Receipt[]; readonly problems: readonly MessageOrText[] } = {
    found: [],
    problems: [],
  };

  let isReceiptMissing = false;

  const readReceipts = async (): Promise<typeof receipts> => {
    const { entries, isUnchanged } = await listState('receipts');
    // Receipts are final: if no name was added or removed, nothing changed.
    if (isUnchanged && !isReceiptMissing) return receipts;
    const found = await readAll(entries, async ({ name }) => {
      const named = parseReceiptName(name);
      const read = named && (await receiptFiles.read(`${STATE_FOLDER}/receipts/${name}`, receipt));
      // A receipt counts only for the asset and target in its file name.
      return read && read.value.asset === named.asset && read.value.target === named.target ? read.value : null;
    });
    receiptFiles.forgetOthers();
    isReceiptMissing = receiptFiles.takeFailure();
    return { found, problems: receiptFiles.drainProblems() };
  };

  return {
    read: async () => {
      const assets = new Map((await finder.find()).map((asset) => [asset.value.id, asset]));
      const assetProblems = manifests.drainProblems();
      receipts = await readReceipts();

      const nowMs = await readFileSystemTime(path.join(folder, STATE_FOLDER, 'targets'));
      const ageOf = (modifiedMs: number): number => Math.abs(nowMs - modifiedMs) / 1000;
      const claimNames = keepLastAttempts((await listState('claims')).entries.map(({ name }) => name));
      const claims = await readAll(claimNames, async (name): Promise<AgedClaim | null> => {
        const read = await reader.read(`${STATE_FOLDER}/claims/${name}`, claim);
        const named = read && `${read.value.asset}--${read.value.target}.${read.value.attempt}.json`;
        return read && named === name ? { claim: read.value, ageSeconds: ageOf(read.modifiedMs) } : null;
      });

      const heartbeats = await readAll(
        (await listState('targets')).entries,
        async ({ name }): Promise<AgedHeartbeat | null> => {
          const read = await reader.read(`${STATE_FOLDER}/targets/${name}`, targetHeartbeat);
          if (!read || `${read.value.target}.json` !== name) return null;
          const list = await reader.read(`${STATE_FOLDER}/seen/${name}`, targetBaseline, MAX_BASELINE_BYTES);
          return { heartbeat: read.value, ageSeconds: ageOf(read.modifiedMs), baseline: list?.value.files ?? {} };
        },
      );
      reader.forgetOthers();
      const problems = [...assetProblems, ...receipts.problems, ...reader.drainProblems()];
      return { assets, receipts: receipts.found, claims, heartbeats, problems };
    },
  };
}

/** Keeps the latest attempt of each claim `<asset>--<target>.<attempt>.json`. */
function keepLastAttempts(names: readonly string[]): string[] {
  const last = new Map<string, { name: string; attempt: number }>();
  for (const name of names) {
    const [, subject, number] = /^(.+--.+)\.([0-9]{1,6})\.json$/.exec(name) ?? [];
    if (subject === undefined) continue;
    const attempt = Number(number);
    if (attempt > (last.get(subject)?.attempt ?? 0)) last.set(subject, { name, attempt });
  }
  return [...last.values()].map(({ name }) => name);
}

/** Reads items in parallel and keeps their order; null results are dropped. */
async function readAll<T, R>(items: readonly T[], read: (item: T) => Promise<R | null>): Promise<R[]> {
  const results: (R | null)[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await read(items[at] as T);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_READS }, work));
  return results.filter((result) => result !== null);
}
