import path from 'node:path';
import { AppError, toErrorInfo, type ErrorInfo } from '../../../src-shared/base/errors.ts';
import { readBridge, type BridgePackage } from '../bridges/bridge-package.ts';
import { readInstallRecord } from '../bridges/install-record.ts';
import { thisComputer, type Computer } from '../detect/computer.ts';
import { hashBridgeFile } from '../bridges/bridge-files.ts';
import { TARGETS } from './target-table.ts';
import type { Target, TargetName } from './target.ts';

/** State of an installed bridge: `old` differs from the shipped version, `changed` was edited or is incomplete. */
type BridgeState = 'none' | 'current' | 'old' | 'changed';

/** A program or project with the state of its bridge. */
export interface TargetInstallation {
  readonly version: string | null;
  readonly program: string | null;
  readonly place: string | null;
  readonly bridge: BridgeState;
  /** Version of the installed bridge; null if none. */
  readonly bridgeVersion: string | null;
  /** Connected output folder; null if no bridge is installed. */
  readonly exportFolder: string | null;
}

/** A target with its installations. */
export interface TargetStatus {
  readonly name: TargetName;
  readonly title: string;
  /** True if it uses a bridge; otherwise files are opened in it one at a time. */
  readonly hasBridge: boolean;
  /** True if the bridge is installed per project. */
  readonly isInProjects: boolean;
  readonly formats: readonly string[];
  /** `double`: its bridge was not yet tested in the real program; null without a bridge. */
  readonly verified: 'real' | 'double' | null;
  readonly places: readonly TargetInstallation[];
  /** Why its bridge cannot be installed, with advice; null if it can. */
  readonly problem: ErrorInfo | null;
}

/** Lists all targets with the programs and projects on this computer and the state of their bridges. */
export function listTargets(computer: Computer = thisComputer): Promise<TargetStatus[]> {
  return Promise.all(Object.values(TARGETS).map((target) => describe(target, computer)));
}

async function describe(target: Target, computer: Computer): Promise<TargetStatus> {
  const { name, title, takes, projects } = target;
  const found = await target.find(computer);
  const row = { name, title, hasBridge: takes === null, isInProjects: projects !== null };
  if (takes !== null) {
    const places = found.map(({ version, program }) => ({ ...NO_BRIDGE, version, program, place: null }));
    return { ...row, formats: takes, verified: null, places, problem: null };
  }
  const layout = await readBridge(name).catch(toProblem);
  if ('code' in layout) return { ...row, formats: [], verified: null, places: [], problem: layout };
  const { formats, verified } = layout;
  const inProjects = (await projects?.find(computer)) ?? [];
  const places = [...found, ...inProjects.map((project) => ({ version: null, program: null, place: project }))];
  const described = places.map(async (each) => ({ ...each, ...(await readState(each.place, layout)) }));
  return { ...row, formats, verified, places: await Promise.all(described), problem: null };
}

function toProblem(error: unknown): ErrorInfo {
  if (!(error instanceof AppError)) throw error;
  return toErrorInfo(error);
}

const NO_BRIDGE = { bridge: 'none', bridgeVersion: null, exportFolder: null } as const;

async function readState(
  place: string | null,
  layout: BridgePackage,
): Promise<Pick<TargetInstallation, 'bridge' | 'bridgeVersion' | 'exportFolder'>> {
  const record = place === null ? null : await readInstallRecord(place, layout);
  if (!record || place === null) return NO_BRIDGE;
  const { bridgeVersion, exportFolder, files } = record;
  const shipped = layout.files.map(({ to, sha256 }) => `${to} ${sha256}`).sort();
  const installed = Object.entries(files)
    .map(([to, sha256]) => `${to} ${sha256}`)
    .sort();
  if (shipped.join('\n') !== installed.join('\n')) return { bridge: 'old', bridgeVersion, exportFolder };
  const found = await Promise.all(
    Object.entries(files).map(async ([to, sha256]) => (await hashBridgeFile(path.join(place, to))) === sha256),
  );
  return { bridge: found.every(Boolean) ? 'current' : 'changed', bridgeVersion, exportFolder };
}
