import { createHash } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { targetCalls } from '../../../src-shared/ipc/calls/target-calls.ts';
import type { Input } from '../../../src-shared/ipc/contract.ts';
import type { BridgeChange, TargetView } from '../../../src-shared/ipc/views/target-view.ts';
import { thisComputer, type Computer } from '../../dcc/detect/computer.ts';
import { installBridge, removeBridge, type InstalledBridge } from '../../dcc/bridges/install-bridge.ts';
import { listTargets, type TargetStatus } from '../../dcc/targets/list-targets.ts';
import { readTargetSettings, setTargetSettings } from '../../dcc/targets/target-settings.ts';
import { getTarget } from '../../dcc/targets/target-table.ts';
import { TESTABLE_TARGETS, testTarget } from '../../dcc/send/test-target.ts';
import { message } from '../../../src-shared/messages/message.ts';

/**
 * Handlers of the calls about 3D programs. The page names a target of the table, and a project by an id, never by path.
 * Bridges are installed, removed and tested one at a time, in the order of the calls. `exportFolders`: all folders that
 * assets are exported to; bridges watch the first.
 */
export function createTargetHandlers(
  exportFolders: () => readonly [string, ...string[]],
  computer: Computer = thisComputer,
): HandlersOf<typeof targetCalls> {
  let last: Promise<unknown> = Promise.resolve();
  const runInOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const chooseProject = async ({
    name,
    project,
  }: Pick<Input<'targets:install'>, 'name' | 'project'>): Promise<{ project?: string }> => {
    if (project === null) return {};
    const known = (await getTarget(name).projects?.find(computer)) ?? [];
    const found = known.find((at) => toProjectId(at) === project);
    if (found === undefined) throw new AppError('not_found', message('target.project-unknown'));
    return { project: found };
  };

  return {
    'targets:list': async () => (await listTargets(computer)).map((row) => toView(row, exportFolders())),
    'targets:install': (choice) =>
      runInOrder(async () => {
        const order = { exportFolder: exportFolders()[0], ...(await chooseProject(choice)) };
        return (await installBridge(getTarget(choice.name), order, computer)).map(toChange);
      }),
    'targets:remove': (choice) =>
      runInOrder(async () => {
        const project = await chooseProject(choice);
        return (await removeBridge(getTarget(choice.name), project, computer)).map(toChange);
      }),
    'targets:test': ({ name }) =>
      runInOrder(async () => {
        const { isWell, words } = await testTarget(getTarget(name), computer);
        return { isWell, words: [...words] };
      }),
    'targets:settings': async (choice) =>
      (await readTargetSettings(getTarget(choice.name), await chooseProject(choice), computer)).values,
    'targets:set': (choice) =>
      runInOrder(async () => {
        const place = await chooseProject(choice);
        return (await setTargetSettings(getTarget(choice.name), place, choice.changes, computer)).values;
      }),
  };
}

/** Stable: the same project always has the same id. */
function toProjectId(at: string): string {
  return createHash('sha256').update(at).digest('hex').slice(0, 16);
}

function toView(row: TargetStatus, exportFolders: readonly string[]): TargetView {
  const ours = new Set(exportFolders.map((folder) => path.resolve(folder)));
  const { name, title, hasBridge, isInProjects, formats, verified, problem } = row;
  return {
    ...{ name, title, hasBridge, isInProjects, verified, problem },
    canTest: TESTABLE_TARGETS.includes(name),
    formats: [...formats],
    places: row.places.map(({ version, program, place, bridge, bridgeVersion, exportFolder: from }) => ({
      project: isInProjects && program === null && place !== null ? toProjectId(place) : null,
      title: version ?? (program === null && place !== null ? path.basename(place) : ''),
      bridge,
      bridgeVersion,
      isElsewhere: from !== null && !ours.has(path.resolve(from)),
    })),
  };
}

function toChange({
  version,
  place,
  bridgeVersion,
  before,
  preserved,
  unchanged,
  next,
}: InstalledBridge): BridgeChange {
  return {
    title: version ?? path.basename(place),
    bridgeVersion,
    before,
    preserved: preserved.length,
    unchanged,
    next,
  };
}
