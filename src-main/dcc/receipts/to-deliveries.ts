import path from 'node:path';
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
import { isDue } from './is-due.ts';
import type { AgedClaim, AgedHeartbeat, DeliveryState } from './delivery-reader.ts';

/** A target without heartbeat for a week has no waiting deliveries. */
const STALE_TARGET_SECONDS = 7 * 24 * 3600;

/** Maximum attempts for an asset that crashes a program; the same as in the bridges. */
const MAX_CRASHES = 3;

/** Maximum number of messages listed. */
const MAX_MESSAGES = 20;

/** Converts the state of an output folder to deliveries, sorted by asset and target. `shippedVersion` is that of our bridges. */
export function toDeliveries(state: DeliveryState, shippedVersion: string): Deliveries {
  const { assets, receipts, claims, heartbeats, problems } = state;
  const programs = new Map(heartbeats.map(({ heartbeat }) => [heartbeat.target, heartbeat]));
  const views = new Map<string, DeliveryView>();
  const add = (view: DeliveryView): void => void views.set(`${view.assetId}--${view.target}`, view);

  for (const each of heartbeats) for (const view of listWaiting(each, assets, receipts)) add(view);
  for (const each of claims) add(fromClaim(each, assets, programs.get(each.claim.target)));
  for (const each of receipts) add(fromReceipt(each, assets.get(each.asset), programs.get(each.target)));

  return {
    deliveries: [...views].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, view]) => view),
    targets: heartbeats
      .map((each) => toTarget(each, shippedVersion))
      .sort((one, other) => one.target.localeCompare(other.target)),
    problems: problems.slice(0, MAX_MESSAGES),
  };
}

function fromReceipt(receipt: Receipt, asset: Asset | undefined, heartbeat: TargetHeartbeat | undefined): DeliveryView {
  const { asset: assetId, target, status, seconds, importedAt: at } = receipt;
  const folder = asset ? path.posix.dirname(asset.path) : '';
  const found = asset?.value.files.find((each) => `${folder}/${each.path}` === receipt.file);
  const { scale, materials } = heartbeat?.settings ?? {};
  // Textures are not expected if the user turned materials off.
  const file = found && materials === false ? { ...found, textures: null } : found;
  const mismatches = file
    ? findImportMismatches(file, receipt, typeof scale === 'number' && scale > 0 ? scale : 1)
    : [];
  const isSplat = receipt.error?.code === 'no_format' && asset?.value.files.some(({ role }) => role === 'splat');
  const failure = isSplat ? describeUnsupportedSplat() : describeFailure(receipt);
  const sentences = mismatches.map(describeMismatch);
  return {
    assetId,
    name: asset?.value.name ?? receipt.file?.split('/').at(-1) ?? assetId,
    target,
    status,
    seconds,
    warnings: receipt.warnings.slice(0, MAX_MESSAGES),
    contradictions: failure === null ? sentences : [failure, ...sentences],
    at,
  };
}

function fromClaim(
  { claim, ageSeconds }: AgedClaim,
  assets: ReadonlyMap<string, Asset>,
  heartbeat: TargetHeartbeat | undefined,
): DeliveryView {
  const isAbandoned = ageSeconds > claim.expiresAfter;
  const warnings = isAbandoned
    ? [describeAbandonedClaim(heartbeat?.program ?? claim.target, claim.attempt, MAX_CRASHES)]
    : [];
  return {
    ...WAITING,
    assetId: claim.asset,
    name: assets.get(claim.asset)?.value.name ?? claim.asset,
    target: claim.target,
    status: isAbandoned ? 'waiting' : 'claimed',
    warnings,
  };
}

const WAITING = { status: 'waiting', seconds: null, warnings: [], contradictions: [], at: null } as const;

/** Assets that a target has yet to import, without those of its baseline and results that it does not need. */
function listWaiting(
  { heartbeat, ageSeconds, baseline }: AgedHeartbeat,
  assets: ReadonlyMap<string, Asset>,
  receipts: readonly Receipt[],
): DeliveryView[] {
  if (ageSeconds > STALE_TARGET_SECONDS) return [];
  const isImported = (id: string): boolean =>
    receipts.some((each) => each.asset === id && each.target === heartbeat.target && each.status === 'imported');
  const besides = Map.groupBy(assets.values(), (asset) => path.posix.dirname(asset.path));
  return [...assets].flatMap(([assetId, asset]) => {
    const { value, bytes, modifiedMs } = asset;
    const before = baseline[asset.path];
    const isInBaseline = before?.[0] === bytes && before[1] === modifiedMs;
    const beside = besides.get(path.posix.dirname(asset.path)) ?? [];
    if (isInBaseline || !isDue(asset, beside, isImported)) return [];
    return [{ ...WAITING, assetId, name: value.name, target: heartbeat.target }];
  });
}

function toTarget({ heartbeat, ageSeconds }: AgedHeartbeat, shippedVersion: string): LiveTarget {
  const { target, program, programVersion, bridgeVersion, host, state, formats, ignored } = heartbeat;
  const isOld = compareVersions(bridgeVersion, shippedVersion) < 0;
  const outdated = isOld ? [describeOutdatedBridge(target, bridgeVersion, shippedVersion)] : [];
  const ignoredTexts = ignored.map(({ path, reason }) => (path === '.' ? reason : `${path}: ${reason}`));
  const notes = [...outdated, ...ignoredTexts].slice(0, MAX_MESSAGES);
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
