import { MANIFEST_NAME } from '../../../src-shared/delivery/delivery-schemas.ts';
import type { Deliveries, DeliveryView, LiveTarget } from '../../../src-shared/delivery/delivery-view.ts';
import {
  describeMismatch,
  describeFailure,
  describeAbandonedClaim,
  describeOutdatedBridge,
  describeUnsupportedSplat,
} from '../../../src-shared/delivery/describe-delivery.ts';
import { findImportMismatches } from '../../../src-shared/delivery/find-mismatches.ts';
import type { Receipt } from '../../../src-shared/delivery/receipt.ts';
import { isLive, type TargetHeartbeat } from '../../../src-shared/delivery/target-heartbeat.ts';
import { compareVersions } from '../detect/computer.ts';
import type { Asset } from './asset-finder.ts';
import type { AgedClaim, AgedHeartbeat, DeliveryState } from './delivery-reader.ts';

/** A target that showed no sign of life for so long is not waited for: a week. */
const STALE_TARGET_SECONDS = 7 * 24 * 3600;

/** How often a bridge tries an asset that takes its program down; as in the bridges. */
const MAX_CRASHES = 3;

/** Longest list of sentences for a person. */
const MAX_MESSAGES = 20;

/** What a person sees of an export folder's state, sorted by asset and target. `ships` is the version of our own bridges. */
export function toDeliveries(state: DeliveryState, ships: string): Deliveries {
  const { assets, receipts, claims, heartbeats, problems } = state;
  const programs = new Map(heartbeats.map(({ heartbeat }) => [heartbeat.target, heartbeat]));
  const views = new Map<string, DeliveryView>();
  const add = (view: DeliveryView): void => void views.set(`${view.assetId}--${view.target}`, view);

  for (const each of heartbeats) for (const view of listWaiting(each, assets)) add(view);
  for (const each of claims) add(fromClaim(each, assets, programs.get(each.claim.target)));
  for (const each of receipts) add(fromReceipt(each, assets.get(each.asset), programs.get(each.target)));

  return {
    deliveries: [...views].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, view]) => view),
    targets: heartbeats
      .map((each) => toTarget(each, ships))
      .sort((one, other) => one.target.localeCompare(other.target)),
    problems: problems.slice(0, MAX_MESSAGES),
  };
}

function fromReceipt(receipt: Receipt, asset: Asset | undefined, heartbeat: TargetHeartbeat | undefined): DeliveryView {
  const { asset: assetId, target, status, seconds, importedAt: at } = receipt;
  const folder = asset?.path.slice(0, -MANIFEST_NAME.length) ?? '';
  const found = asset?.value.files.find((each) => folder + each.path === receipt.file);
  const { scale, materials } = heartbeat?.settings ?? {};
  // What a person left out is not missed.
  const file = found && materials === false ? { ...found, textures: null } : found;
  const differences = file
    ? findImportMismatches(file, receipt, typeof scale === 'number' && scale > 0 ? scale : 1)
    : [];
  const isSplat = receipt.error?.code === 'no_format' && asset?.value.files.some(({ role }) => role === 'splat');
  const failure = isSplat ? describeUnsupportedSplat() : describeFailure(receipt);
  const sentences = differences.map(describeMismatch);
  return {
    assetId,
    name: asset?.value.name ?? receipt.file?.split('/').at(-1) ?? assetId,
    target,
    status,
    seconds,
    warnings: receipt.warnings.slice(0, MAX_MESSAGES),
    contradictions: failure === '' ? sentences : [failure, ...sentences],
    at,
  };
}

function fromClaim(
  { claim, ageSeconds }: AgedClaim,
  assets: ReadonlyMap<string, Asset>,
  heartbeat: TargetHeartbeat | undefined,
): DeliveryView {
  const isLeft = ageSeconds > claim.expiresAfter;
  const words = isLeft ? [describeAbandonedClaim(heartbeat?.program ?? claim.target, claim.attempt, MAX_CRASHES)] : [];
  return {
    ...WAITING,
    assetId: claim.asset,
    name: assets.get(claim.asset)?.value.name ?? claim.asset,
    target: claim.target,
    status: isLeft ? 'waiting' : 'claimed',
    warnings: words,
  };
}

const WAITING = { status: 'waiting', seconds: null, warnings: [], contradictions: [], at: null } as const;

/** What a target will take when it is there, except what it met when it came. */
function listWaiting(
  { heartbeat, ageSeconds, seen }: AgedHeartbeat,
  assets: ReadonlyMap<string, Asset>,
): DeliveryView[] {
  if (ageSeconds > STALE_TARGET_SECONDS) return [];
  return [...assets].flatMap(([assetId, { value, path, bytes, modifiedMs }]) => {
    const before = seen[path];
    const wasThere = before?.[0] === bytes && before[1] === modifiedMs;
    return wasThere ? [] : [{ ...WAITING, assetId, name: value.name, target: heartbeat.target }];
  });
}

function toTarget({ heartbeat, ageSeconds }: AgedHeartbeat, ships: string): LiveTarget {
  const { target, program, programVersion, bridgeVersion, host, state, formats, ignored } = heartbeat;
  const isOld = compareVersions(bridgeVersion, ships) < 0;
  const old = isOld ? [describeOutdatedBridge(target, bridgeVersion, ships)] : [];
  const passed = ignored.map(({ path, reason }) => (path === '.' ? reason : `${path}: ${reason}`));
  const notes = [...old, ...passed].slice(0, MAX_MESSAGES);
  return {
    target,
    program,
    programVersion,
    bridgeVersion,
    host,
    isLive: isLive(heartbeat, ageSeconds),
    state,
    formats,
    notes,
  };
}
