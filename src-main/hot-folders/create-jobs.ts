import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { RecipeContext } from '../../src-shared/recipes/check-recipe.ts';
import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import { sourceKindOf, type MeshFormat } from '../../src-shared/formats/formats.ts';
import type { HotFolder } from '../../src-shared/hot-folders/hot-folder.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import { message } from '../../src-shared/messages/message.ts';
import type { Priority } from '../../src-shared/jobs/priority.ts';
import type { RecipeSet } from '../../src-shared/recipes/recipe.ts';
import { toSourceError } from '../folders/disk-error.ts';
import type { HoldReason, ClaimMark } from '../pipeline/job-record.ts';
import type { PlannedJobs, PlanService } from '../queue/spending/plan.ts';
import { toPlannedJobs } from '../queue/spending/planned-jobs.ts';
import type { NewSource, BatchOptions } from '../queue/create-job-records.ts';
import type { Queue } from '../queue/queue.ts';
import type { ClaimedFiles } from '../queue/store/claimed-files.ts';
import { claimSource, releaseSource } from './folder-claim.ts';
import { toSharingError } from './own-folder.ts';
import { findSidecar, markFile, recipeFor, toNewSource, type MarkedFile, type ReadyUnit } from './ready-source.ts';

/** Dependencies of hot folders. */
export interface JobCreationDeps {
  readonly queue: Pick<Queue, 'add' | 'confirm' | 'unconfirmed'>;
  readonly claimedFiles: Pick<ClaimedFiles, 'find' | 'addRefused' | 'completeSince'>;
  /** Recipes by id, checked for the service in use; throws AppError. */
  chooseRecipe(id: string, formats: readonly MeshFormat[]): Promise<RecipeSet>;
  /** Current job options. */
  batchOptions(): Pick<BatchOptions, 'formats' | 'serviceKind' | 'cloud' | 'free'>;
  /** The cost of jobs of a folder; `service` absent: at the one in use. */
  plan(jobs: readonly PlannedJobs[], origin: string, place?: PlanService): SpendingPlan;
  /** See `ownerOf`. */
  readonly owner: string;
  context(): RecipeContext;
}

/**
 * Result of processing a unit: a job, nothing because it was claimed before or just changed, a rejection, or an error of
 * the system, after which it can be tried again. `known` names only the files that another Dropforge claimed, if any.
 */
export type CreatedJobs =
  | { readonly kind: 'job'; readonly unit: ReadyUnit; readonly jobId: string }
  | { readonly kind: 'known' | 'changed'; readonly unit: ReadyUnit }
  | { readonly kind: 'postponed'; readonly unit: ReadyUnit; readonly error: ErrorInfo }
  | {
      readonly kind: 'refused';
      readonly unit: ReadyUnit;
      readonly error: ErrorInfo;
      readonly marks: readonly ClaimMark[];
    };

/** A job that can be created, and its properties. */
interface Prepared {
  readonly unit: ReadyUnit;
  readonly source: NewSource;
  readonly recipe: RecipeSet;
  readonly priority: Priority;
  /** It was here before and has no known job: it may have been ordered. */
  readonly isAgain: boolean;
  /** Claims that are new. */
  readonly claimed: readonly ClaimMark[];
}

/**
 * Creates jobs from units, each in one transaction with the claims of its files. If `findDoubt` returns a reason about
 * their cost, or they may have been ordered before, they are held: none of them starts before the user confirms. Throws
 * the system's error if nothing can be saved.
 */
export async function createJobs(
  folder: HotFolder,
  units: readonly ReadyUnit[],
  findDoubt: (plan: SpendingPlan) => HoldReason | null,
  deps: JobCreationDeps,
): Promise<CreatedJobs[]> {
  const taken: CreatedJobs[] = [];
  const prepared: Prepared[] = [];
  const chooseRecipe = rememberChoices(deps.chooseRecipe);
  // A folder whose recipe cannot be used keeps its files.
  await chooseRecipe(folder.recipe, deps.batchOptions().formats);
  try {
    for (const unit of units) {
      const found = await prepareUnit(folder, unit, { ...deps, chooseRecipe });
      if ('source' in found) prepared.push(found);
      else taken.push(found);
    }
    return [...taken, ...addJobs(folder, prepared, findDoubt, deps)];
  } catch (error) {
    // A claim without a job would look like one that was ordered before.
    const claimed = prepared.flatMap((one) => one.claimed);
    await release(
      folder,
      claimed.filter((mark) => !isKnown(mark, deps.claimedFiles)),
    );
    throw error;
  }
}

function addJobs(
  folder: HotFolder,
  prepared: readonly Prepared[],
  findDoubt: (plan: SpendingPlan) => HoldReason | null,
  deps: JobCreationDeps,
): CreatedJobs[] {
  const { formats, ...place } = deps.batchOptions();
  const plan = deps.plan(
    prepared.flatMap(({ source, recipe }) => toPlannedJobs([source], { recipe, formats })),
    folder.id,
  );
  const doubt = plan.free ? null : findDoubt(plan);
  const options = { formats, ...place, outFolder: folder.outFolder, origin: folder.id };
  return groupAlike(prepared).flatMap((group) => {
    const { recipe, priority, isAgain } = group[0] as Prepared;
    const held = isAgain && !plan.free ? 'again' : doubt;
    const records = deps.queue.add(
      group.map(({ source }) => source),
      { ...options, recipe, priority, ...(held && { held }) },
    );
    return group.map(({ unit }, at): CreatedJobs => ({ kind: 'job', unit, jobId: records[at]?.id ?? '' }));
  });
}

/** Jobs that can be created together: of one recipe and priority, either all to be confirmed or none. */
function groupAlike(prepared: readonly Prepared[]): Prepared[][] {
  const sets = Map.groupBy(prepared, ({ recipe }) => recipe).values();
  const kind = ({ priority, isAgain }: Prepared): string => `${priority} ${isAgain}`;
  return [...sets].flatMap((alike) => [...Map.groupBy(alike, kind).values()]);
}

/** Units as input of a plan, without reading their files. */
export async function planJobs(
  folder: HotFolder,
  units: readonly ReadyUnit[],
  deps: JobCreationDeps,
): Promise<SpendingPlan> {
  const { formats } = deps.batchOptions();
  const recipe = await deps.chooseRecipe(folder.recipe, formats);
  const sources = units.flatMap(({ files }) => {
    const kind = files.length > 1 ? ('views' as const) : sourceKindOf(files[0]?.file.path ?? '');
    return kind ? [{ kind }] : [];
  });
  return deps.plan(toPlannedJobs(sources, { recipe, formats }), folder.id);
}

/** A shared group for each recipe, so that its jobs can be added together. */
function rememberChoices(choose: JobCreationDeps['chooseRecipe']): JobCreationDeps['chooseRecipe'] {
  const sets = new Map<string, Promise<RecipeSet>>();
  return (id, formats) => {
    const known = sets.get(id) ?? choose(id, formats);
    sets.set(id, known);
    return known;
  };
}

async function prepareUnit(folder: HotFolder, unit: ReadyUnit, deps: JobCreationDeps): Promise<Prepared | CreatedJobs> {
  const marked: MarkedFile[] = [];
  const claimed: ClaimMark[] = [];
  let isAgain = false;
  try {
    for (const { file, slot } of unit.files) {
      const mark = await markFile(folder.path, folder.id, file).catch((error: unknown) => {
        throw toSourceError(error, path.basename(file.path));
      });
      // The file was replaced or is away; it is reported again.
      if (!mark) return { kind: 'changed', unit };
      marked.push({ file, slot, mark });
    }
    if (marked.every(({ mark }) => isKnown(mark, deps.claimedFiles))) return { kind: 'known', unit };
    const foreign: ReadyUnit['files'][number][] = [];
    for (const { file, slot, mark } of marked) {
      isAgain ||= await wasThereAt(file.path, deps.claimedFiles.completeSince());
      const claim = await claimSource(folder.path, mark, deps.owner).catch((error: unknown) => {
        if (!isSystemError(error)) throw error;
        return toSharingError(error, folder.path);
      });
      if (claim instanceof AppError) {
        await release(folder, claimed);
        return { kind: 'postponed', unit, error: toErrorInfo(claim) };
      }
      if (claim === 'ours') isAgain = true;
      // Another Dropforge created a job from it while it watched this folder.
      if (claim === 'others') foreign.push({ file, slot });
      if (claim === 'new') claimed.push(mark);
    }
    if (foreign.length > 0) {
      // The remaining views are still waiting and form a unit without these.
      await release(folder, claimed);
      return {
        kind: 'known',
        unit: { name: foreign.map(({ file }) => path.basename(file.path)).join(', '), files: foreign },
      };
    }
    const found = await findSidecar(unit.files[0]?.file.path ?? '');
    const { formats } = deps.batchOptions();
    const set = await deps.chooseRecipe(found?.sidecar.recipe ?? folder.recipe, formats);
    const source = await toNewSource(unit, marked);
    const recipe = recipeFor(set, source, found, deps.context());
    return { unit, source, recipe, priority: found?.sidecar.priority ?? 'normal', isAgain, claimed };
  } catch (error) {
    // It became no job: another Dropforge, or this one with another recipe, may process it.
    await release(folder, claimed);
    // It was removed, is away, or was replaced; it is reported again.
    if (error instanceof AppError && ['file_missing', 'source_replaced'].includes(error.code))
      return { kind: 'changed', unit };
    const problem = toPassingError(error, unit.name);
    if (problem) return { kind: 'postponed', unit, error: toErrorInfo(problem) };
    if (!(error instanceof AppError)) throw error;
    return { kind: 'refused', unit, error: toErrorInfo(error), marks: marked.map(({ mark }) => mark) };
  }
}

async function release(folder: HotFolder, claimed: readonly ClaimMark[]): Promise<void> {
  for (const mark of claimed) await releaseSource(folder.path, mark);
}

/** The error of a unit that may become a job later, because the system or the drive failed; null: it is the unit's own. */
function toPassingError(error: unknown, name: string): AppError | null {
  if (error instanceof AppError) return isSystemError(error.cause) && error.cause.code === 'EIO' ? error : null;
  if (!isSystemError(error)) return null;
  return new AppError('file_unreadable', message('file.system-code', { code: error.code }), {
    subject: name,
    cause: error,
  });
}

/** True if the system refused something that may succeed later, such as a busy file. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  const { syscall, code } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof syscall === 'string' && typeof code === 'string';
}

/** True if a file was claimed before: the same file or path with the same content. */
function isKnown(mark: ClaimMark, taken: JobCreationDeps['claimedFiles']): boolean {
  return taken.find(mark).some(({ sha256 }) => sha256 === mark.sha256);
}

/**
 * Returns true if a file may have been at its path at some time, because neither its content nor its name changed since.
 * False without a time.
 */
async function wasThereAt(file: string, time: number | null): Promise<boolean> {
  return time !== null && (await lstat(file)).ctimeMs <= time;
}
