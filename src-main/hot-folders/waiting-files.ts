import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { sourceKindOf } from '../../src-shared/formats/formats.ts';
import { groupViews, parseViewName, type FileLocation } from '../../src-shared/sources/group-views.ts';
import { VIEW_SLOTS } from '../../src-shared/formats/source-kind.ts';
import type { ReadyFile } from '../folders/watching/ready-file.ts';
import type { ReadyUnit } from './ready-source.ts';

/** Time an image whose name marks it as one of several views waits for the next view. */
const VIEWS_MS = 3_000;
/** Time after which a set no longer waits for a view that is empty; a program may create a file long before it writes to it. */
const EMPTY_MS = 60_000;

/** Complete files that are not claimed yet, grouped into sets. */
export interface WaitingFiles {
  readonly size: number;
  /** Number of views without a front, which waiting alone cannot complete. */
  readonly lostCount: number;
  note(file: ReadyFile): void;
  /** Removes files that were claimed or will never be complete; sets no longer wait for them. */
  drop(file: string): void;
  /**
   * Removes the files of a unit, except those that were noted again in the meantime. `isAwaited`: they are noted again, and
   * sets wait for them.
   */
  finish(unit: ReadyUnit, isAwaited: boolean): void;
  has(file: string): boolean;
  /** Sources that can be claimed now, without view sets that may still grow. */
  findUnits(): Promise<ReadyUnit[]>;
  /** Names of view sets without a front, for which they wait. */
  readonly withoutFront: readonly string[];
  /** Names of empty views for which their set no longer waits. */
  readonly emptyViews: readonly string[];
  /** When the next view set has waited long enough; null: none is waiting. */
  nextDueMs(): number | null;
}

/** Creates an empty collection; `elapsed` is a monotonic clock. */
export function createWaitingFiles(elapsed: () => number): WaitingFiles {
  const files = new Map<string, ReadyFile>();
  const views = new Map<string, { readonly paths: Set<string>; dueAt: number }>();
  /** Views that do not belong to a waiting set. */
  const past = new Set<string>();
  let withoutFront: string[] = [];
  let emptyViews: string[] = [];
  let lost = new Set<string>();

  const forget = (at: string, isAwaited = false): void => {
    files.delete(at);
    if (parseViewName(placeOf(at)) && !isAwaited) past.add(at);
    const key = parseViewName(placeOf(at))?.set;
    const set = key === undefined ? undefined : views.get(key);
    set?.paths.delete(at);
    if (set?.paths.size === 0) views.delete(key as string);
  };

  /** True if all views in the folder are known or can never be; a copy may be in progress. */
  const isComplete = async (paths: ReadonlySet<string>, key: string, dueAt: number): Promise<boolean> => {
    const [any = ''] = paths;
    const folder = path.dirname(any);
    const unknown = (await readdir(folder).catch(() => []))
      .map((name) => path.join(folder, name))
      .filter((at) => !files.has(at) && !past.has(at) && parseViewName(placeOf(at))?.set === key);
    const empty: string[] = [];
    for (const at of unknown) {
      const facts = await lstat(at).catch(() => null);
      if (!facts?.isFile()) continue;
      if (facts.size > 0 || elapsed() < dueAt + EMPTY_MS) return false;
      empty.push(path.basename(at));
    }
    emptyViews.push(...empty);
    return true;
  };

  return {
    get size() {
      return files.size;
    },
    get lostCount() {
      return lost.size;
    },
    get withoutFront() {
      return withoutFront;
    },
    get emptyViews() {
      return emptyViews;
    },
    note: (file) => {
      files.set(file.path, file);
      past.delete(file.path);
      const view = parseViewName(placeOf(file.path));
      if (!view) return;
      const paths = views.get(view.set)?.paths ?? new Set();
      views.set(view.set, { paths: paths.add(file.path), dueAt: elapsed() + VIEWS_MS });
    },
    drop: (at) => forget(at),
    finish: (unit, isAwaited) => {
      for (const { file } of unit.files) if (files.get(file.path) === file) forget(file.path, isAwaited);
    },
    has: (at) => files.has(at),
    findUnits: async () => {
      const early = new Set<string>();
      emptyViews = [];
      for (const [key, { paths, dueAt }] of views) {
        if (paths.size >= VIEW_SLOTS.length) continue;
        if (elapsed() < dueAt || !(await isComplete(paths, key, dueAt))) paths.forEach((at) => early.add(at));
      }
      const groups = groupViews(
        [...files.values()].filter((file) => !early.has(file.path)),
        (file) => placeOf(file.path),
      );
      withoutFront = [];
      lost = new Set();
      for (const { paths } of views.values()) {
        const shown = [...paths].filter((at) => !early.has(at)).map((at) => parseViewName(placeOf(at)));
        if (shown.length < 2 || shown.some((view) => view?.slot === 'front')) continue;
        withoutFront.push(shown[0]?.name ?? '');
        paths.forEach((at) => lost.add(at));
      }
      return groups.flatMap((group): ReadyUnit[] => {
        if (group.kind === 'views') return [{ name: group.name, files: group.views }];
        if (lost.has(group.file.path)) return [];
        return [{ name: path.basename(group.file.path), files: [{ file: group.file, slot: null }] }];
      });
    },
    nextDueMs: () => {
      const now = elapsed();
      const moving = [...views.values()].filter(({ paths }) => ![...paths].every((at) => lost.has(at)));
      const pauses = moving.map(({ dueAt }) => Math.max(0, dueAt - now));
      // A due source that was not claimed waits for another file; it is checked again periodically.
      return pauses.length === 0 ? null : Math.max(250, Math.min(...pauses));
    },
  };
}

/** Only images can be views. */
function placeOf(at: string): FileLocation {
  const folder = path.dirname(at);
  const name = path.basename(at);
  return { folder, folderName: path.basename(folder), name: sourceKindOf(name) === 'picture' ? name : '' };
}
