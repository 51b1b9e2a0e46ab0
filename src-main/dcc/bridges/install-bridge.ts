import { hostname } from 'node:os';
import path from 'node:path';
import { toTargetId } from '../../../src-shared/delivery/target-id.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { makeFolder } from '../../folders/make-folder.ts';
import { readBridge, type BridgeLayout } from './bridge-package.ts';
import { readRecord, type BridgeOrder } from './install-record.ts';
import { findPlaces, type BridgePlace, type PlaceChoice } from './bridge-locations.ts';
import { compareVersions, thisComputer, type Computer } from '../detect/computer.ts';
import { disableInBlender, enableInBlender } from './blender-add-on.ts';
import { forgetTarget, meetFolder } from './target-baseline.ts';
import { layBridge } from './write-bridge-files.ts';
import { takeBridge } from './remove-bridge-files.ts';
import type { Target } from '../targets/target.ts';

/** What a person asks for with an installation. */
export interface InstallOrder extends PlaceChoice {
  readonly exportFolder: string;
  /** What to call the target; left out: as it was, at first its program and this computer. */
  readonly name?: string;
  /** Factor on the size of what comes in; left out: as it is set. */
  readonly scale?: number;
  /** Also deliver what lies in the export folder already. */
  readonly importExisting?: boolean;
}

/** A bridge that was put in, or taken out. */
export interface Installed {
  readonly version: string | null;
  /** The program's folder it lies in. */
  readonly place: string;
  readonly bridgeVersion: string;
  /** Version of the bridge that was there before; null: none. */
  readonly before: string | null;
  readonly targetId: string;
  /** What somebody else made or changed, and so was not removed. */
  readonly kept: readonly string[];
  /** Models in the export folder that are left alone. */
  readonly leftAlone: number;
  /** What the person does next. */
  readonly next: string;
}

/**
 * Puts the bridge of a target into every version of its program, or into a project, connects it with the export folder,
 * and switches it on where that can be done from outside. Throws `program_missing`, `bridge_failed`,
 * `folder_unwritable`; until the new bridge is whole, the one that was there before stays.
 */
export async function installTarget(
  target: Target,
  order: InstallOrder,
  computer: Computer = thisComputer,
): Promise<Installed[]> {
  const layout = await readBridgeOf(target);
  const places = keepNewEnough(await findPlaces(target, order, computer), layout, target);
  const name = order.name ?? (await findName(places, layout));
  const exportFolder = path.resolve(order.exportFolder);
  const targetId = toTargetId(name, target.name, hostname());
  const bridgeOrder = { exportFolder, name, targetId, scale: order.scale ?? null };
  // Before the bridge looks there for the first time: what comes later is delivered, what is there is not.
  await makeFolder(exportFolder).catch((error: unknown) => {
    throw toDiskError(error, exportFolder);
  });
  const leftAlone = await meetFolder(exportFolder, targetId, order.importExisting ?? false);
  const installed: Installed[] = [];
  for (const place of places) installed.push(await installAt(target, layout, place, bridgeOrder, leftAlone));
  return installed;
}

/** Takes the bridge of a target out of every version of its program, or out of a project; none where it is in none. */
export async function removeTarget(
  target: Target,
  choice: PlaceChoice,
  computer: Computer = thisComputer,
): Promise<Installed[]> {
  const layout = await readBridgeOf(target);
  const removed: Installed[] = [];
  for (const { version, program, place } of await findPlaces(target, choice, computer)) {
    const record = await readRecord(place, layout);
    if (!record) continue;
    const isOff = target.name !== 'blender' || (await switchOff(program));
    const kept = await takeBridge(place, layout, record);
    await forgetTarget(record.exportFolder, record.targetId);
    const { bridgeVersion, targetId } = record;
    const next = isOff
      ? `${target.title} forgets it at its next start.`
      : `${target.title} did not start to switch it off; it will say once that the add-on is missing.`;
    removed.push({ version, place, bridgeVersion, before: bridgeVersion, targetId, kept, leftAlone: 0, next });
  }
  return removed;
}

/** A Blender that does not start any more is no reason to keep the bridge. */
function switchOff(program: string): Promise<boolean> {
  return disableInBlender(program).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}

/** The bridge of a target. Throws `config_invalid` for a target without one. */
async function readBridgeOf(target: Target): Promise<BridgeLayout> {
  if (target.takes === null) return readBridge(target.name);
  const detail = 'It needs nothing installed: use “dropforge export --target”.';
  throw new AppError('config_invalid', detail, { subject: target.title });
}

async function installAt(
  target: Target,
  layout: BridgeLayout,
  { version, program, place }: BridgePlace,
  order: BridgeOrder,
  leftAlone: number,
): Promise<Installed> {
  const before = (await readRecord(place, layout))?.bridgeVersion ?? null;
  const kept = await layBridge(place, layout, order);
  if (target.name === 'blender') await enableInBlender(program, order);
  const { targetId } = order;
  return { version, place, bridgeVersion: layout.version, before, targetId, kept, leftAlone, next: layout.afterwards };
}

/** What the target was called when it was installed before. */
async function findName(places: readonly BridgePlace[], layout: BridgeLayout): Promise<string | null> {
  for (const { place } of places) {
    const record = await readRecord(place, layout);
    if (record) return record.name;
  }
  return null;
}

function keepNewEnough(places: readonly BridgePlace[], { minimum }: BridgeLayout, { title }: Target): BridgePlace[] {
  const isOld = ({ version }: BridgePlace): boolean => version !== null && compareVersions(version, minimum) < 0;
  const kept = places.filter((place) => !isOld(place));
  if (kept.length > 0) return kept;
  const found = places.map(({ version }) => version).join(', ');
  throw new AppError('bridge_failed', `It needs ${title} ${minimum} or later; found: ${found}.`, { subject: title });
}
