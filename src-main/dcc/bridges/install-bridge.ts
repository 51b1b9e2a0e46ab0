import { hostname } from 'node:os';
import path from 'node:path';
import { toTargetId } from '../../../src-shared/delivery/target-id.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { readBridge, type BridgePackage } from './bridge-package.ts';
import { readInstallRecord, type BridgeConnection } from './install-record.ts';
import { findBridgeLocations, type BridgeLocation, type InstallationFilter } from './bridge-locations.ts';
import { compareVersions, thisComputer, type Computer } from '../detect/computer.ts';
import { disableBlenderAddOn, enableBlenderAddOn } from './blender-add-on.ts';
import { removeTargetState, writeTargetBaseline } from './target-baseline.ts';
import { writeBridgeFiles } from './write-bridge-files.ts';
import { removeBridgeFiles } from './remove-bridge-files.ts';
import type { Target } from '../targets/target.ts';

/** What a person asks for with an installation. */
export interface InstallBridgeOptions extends InstallationFilter {
  readonly exportFolder: string;
  /** What to call the target; left out: as it was, at first its program and this computer. */
  readonly name?: string;
  /** Factor on the size of what comes in; left out: as it is set. */
  readonly scale?: number;
  /** Also deliver what lies in the export folder already. */
  readonly importExisting?: boolean;
}

/** A bridge that was put in, or taken out. */
export interface InstalledBridge {
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
export async function installBridge(
  target: Target,
  order: InstallBridgeOptions,
  computer: Computer = thisComputer,
): Promise<InstalledBridge[]> {
  const layout = await readBridgeOf(target);
  const places = keepNewEnough(await findBridgeLocations(target, order, computer), layout, target);
  const name = order.name ?? (await findName(places, layout));
  const exportFolder = path.resolve(order.exportFolder);
  const targetId = toTargetId(name, target.name, hostname());
  const bridgeOrder = { exportFolder, name, targetId, scale: order.scale ?? null };
  // Before the bridge looks there for the first time: what comes later is delivered, what is there is not.
  await makeFolder(exportFolder).catch((error: unknown) => {
    throw toDiskError(error, exportFolder);
  });
  const leftAlone = await writeTargetBaseline(exportFolder, targetId, order.importExisting ?? false);
  const installed: InstalledBridge[] = [];
  for (const place of places) installed.push(await installAt(target, layout, place, bridgeOrder, leftAlone));
  return installed;
}

/** Takes the bridge of a target out of every version of its program, or out of a project; none where it is in none. */
export async function removeBridge(
  target: Target,
  choice: InstallationFilter,
  computer: Computer = thisComputer,
): Promise<InstalledBridge[]> {
  const layout = await readBridgeOf(target);
  const removed: InstalledBridge[] = [];
  for (const { version, program, place } of await findBridgeLocations(target, choice, computer)) {
    const record = await readInstallRecord(place, layout);
    if (!record) continue;
    const isOff = target.name !== 'blender' || (await switchOff(program));
    const kept = await removeBridgeFiles(place, layout, record);
    await removeTargetState(record.exportFolder, record.targetId);
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
  return disableBlenderAddOn(program).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}

/** The bridge of a target. Throws `config_invalid` for a target without one. */
async function readBridgeOf(target: Target): Promise<BridgePackage> {
  if (target.takes === null) return readBridge(target.name);
  const detail = 'It does not need a bridge. Use “dropforge export --target”.';
  throw new AppError('config_invalid', detail, { subject: target.title });
}

async function installAt(
  target: Target,
  layout: BridgePackage,
  { version, program, place }: BridgeLocation,
  order: BridgeConnection,
  leftAlone: number,
): Promise<InstalledBridge> {
  const before = (await readInstallRecord(place, layout))?.bridgeVersion ?? null;
  const kept = await writeBridgeFiles(place, layout, order);
  if (target.name === 'blender') await enableBlenderAddOn(program, order);
  const { targetId } = order;
  return { version, place, bridgeVersion: layout.version, before, targetId, kept, leftAlone, next: layout.afterwards };
}

/** What the target was called when it was installed before. */
async function findName(places: readonly BridgeLocation[], layout: BridgePackage): Promise<string | null> {
  for (const { place } of places) {
    const record = await readInstallRecord(place, layout);
    if (record) return record.name;
  }
  return null;
}

function keepNewEnough(
  places: readonly BridgeLocation[],
  { minimum }: BridgePackage,
  { title }: Target,
): BridgeLocation[] {
  const isOld = ({ version }: BridgeLocation): boolean => version !== null && compareVersions(version, minimum) < 0;
  const kept = places.filter((place) => !isOld(place));
  if (kept.length > 0) return kept;
  const found = places.map(({ version }) => version).join(', ');
  throw new AppError('bridge_failed', `It requires ${title} ${minimum} or later. Found: ${found}.`, { subject: title });
}
