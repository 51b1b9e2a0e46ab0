import { hostname } from 'node:os';
import path from 'node:path';
import { toTargetId } from '../../../src-shared/delivery/target-id.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { readBridge, type BridgePackage } from './bridge-package.ts';
import { readInstallRecord, type BridgeConnection, type InstallRecord } from './install-record.ts';
import { findBridgeLocations, type BridgeLocation, type InstallationFilter } from './bridge-locations.ts';
import { compareVersions, thisComputer, type Computer } from '../detect/computer.ts';
import { disableBlenderAddOn, enableBlenderAddOn } from './blender-add-on.ts';
import { removeTargetState, writeTargetBaseline } from './target-baseline.ts';
import { writeBridgeFiles } from './write-bridge-files.ts';
import { removeBridgeFiles } from './remove-bridge-files.ts';
import type { Target } from '../targets/target.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Options of an installation. */
export interface InstallBridgeOptions extends InstallationFilter {
  readonly exportFolder: string;
  /** Target name. Default: the current name, at first the program and the computer name. */
  readonly name?: string;
  /** Import scale. Default: unchanged. */
  readonly scale?: number;
  /** Also deliver models that are already in the output folder. */
  readonly importExisting?: boolean;
}

/** An installed or removed bridge. */
export interface InstalledBridge {
  readonly version: string | null;
  /** Install folder of the program. */
  readonly place: string;
  readonly bridgeVersion: string;
  /** Version of the previously installed bridge; null if none. */
  readonly before: string | null;
  readonly targetId: string;
  /** Files that were not removed because the user created or changed them. */
  readonly preserved: readonly string[];
  /** Number of models in the output folder that will not be imported. */
  readonly unchanged: number;
  /** Next step for the user. */
  readonly next: string;
}

/**
 * Installs the bridge of a target for every version of its program, or into a project, connects it with the output folder,
 * and enables it if that is possible from outside. The previous bridge remains until the new one is complete. Throws
 * `program_missing`, `bridge_failed`, `folder_unwritable`.
 */
export async function installBridge(
  target: Target,
  order: InstallBridgeOptions,
  computer: Computer = thisComputer,
): Promise<InstalledBridge[]> {
  const layout = await readBridgeOf(target);
  const places = filterSupported(await findBridgeLocations(target, order, computer), layout, target);
  const installations = await listInstallations(places, layout);
  const name = order.name ?? installations[0]?.name ?? null;
  const exportFolder = path.resolve(order.exportFolder);
  const targetId = toTargetId(name, target.name, hostname());
  const bridgeOrder = { exportFolder, name, targetId, scale: order.scale ?? null };
  // The baseline is written before the bridge first scans the folder: only later models are delivered.
  await makeFolder(exportFolder).catch((error: unknown) => {
    throw toDiskError(error, exportFolder);
  });
  const isUpdate = installations.some((each) => isConnected(each, exportFolder, targetId));
  const unchanged = await writeTargetBaseline(exportFolder, targetId, { ...order, isUpdate });
  const installed: InstalledBridge[] = [];
  for (const place of places) installed.push(await installAt(target, layout, place, bridgeOrder, unchanged));
  return installed;
}

/** Removes the bridge of a target from every version of its program, or from a project; empty if none is installed. */
export async function removeBridge(
  target: Target,
  choice: InstallationFilter,
  computer: Computer = thisComputer,
): Promise<InstalledBridge[]> {
  const layout = await readBridgeOf(target);
  const removed: InstalledBridge[] = [];
  const chosen = await findBridgeLocations(target, choice, computer);
  // Versions that are not removed may use the same target.
  const { version: _, ...anyVersion } = choice;
  const all = await findBridgeLocations(target, anyVersion, computer);
  for (const { version, program, place } of chosen) {
    const record = await readInstallRecord(place, layout);
    if (!record) continue;
    const isOff = target.name !== 'blender' || (await tryDisableAddOn(program));
    const preserved = await removeBridgeFiles(place, layout, record);
    const { bridgeVersion, targetId, exportFolder } = record;
    const others = await listInstallations(all, layout);
    if (!others.some((each) => isConnected(each, exportFolder, targetId))) {
      await removeTargetState(exportFolder, targetId);
    }
    const next = isOff
      ? `Restart ${target.title} to unload the bridge.`
      : `Could not start ${target.title} to disable the add-on. It will report a missing add-on at the next start.`;
    removed.push({
      version,
      place,
      bridgeVersion,
      before: bridgeVersion,
      targetId,
      preserved,
      unchanged: 0,
      next,
    });
  }
  return removed;
}

/** Disables the add-on; false if Blender cannot be started. */
function tryDisableAddOn(program: string): Promise<boolean> {
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
  const detail = message('bridge.none-needed');
  throw new AppError('config_invalid', detail, { subject: target.title });
}

async function installAt(
  target: Target,
  layout: BridgePackage,
  { version, program, place }: BridgeLocation,
  order: BridgeConnection,
  unchanged: number,
): Promise<InstalledBridge> {
  const before = (await readInstallRecord(place, layout))?.bridgeVersion ?? null;
  const preserved = await writeBridgeFiles(place, layout, order);
  if (target.name === 'blender') await enableBlenderAddOn(program, order);
  const { targetId } = order;
  return {
    version,
    place,
    bridgeVersion: layout.version,
    before,
    targetId,
    preserved,
    unchanged,
    next: layout.afterwards,
  };
}

/** The records of a bridge that is installed in some of the places. */
async function listInstallations(
  places: readonly BridgeLocation[],
  layout: BridgePackage,
): Promise<readonly InstallRecord[]> {
  const records = await Promise.all(places.map(({ place }) => readInstallRecord(place, layout)));
  return records.filter((record) => record !== null);
}

function isConnected(record: InstallRecord, exportFolder: string, targetId: string): boolean {
  return record.exportFolder === exportFolder && record.targetId === targetId;
}

function filterSupported(
  places: readonly BridgeLocation[],
  { minimum }: BridgePackage,
  { title }: Target,
): BridgeLocation[] {
  const isOld = ({ version }: BridgeLocation): boolean => version !== null && compareVersions(version, minimum) < 0;
  const current = places.filter((place) => !isOld(place));
  if (current.length > 0) return current;
  const found = places.map(({ version }) => version).join(', ');
  throw new AppError('bridge_failed', message('bridge.needs-version', { program: title, minimum, found }), {
    subject: title,
  });
}
