import path from 'node:path';
import { recipesOf, type Recipe, type RecipeSet, type RecipeStep } from '../../src-shared/recipes/recipe.ts';
import { draftRecipes } from '../../src-shared/recipes/built-in/draft.ts';
import { drawSeeds, withSeeds, type Seeds } from '../../src-shared/operations/seeds.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import { OPERATIONS } from '../../src-shared/api/operations.ts';
import type { Priority } from '../../src-shared/jobs/priority.ts';
import type { ViewSlot } from '../../src-shared/formats/source-kind.ts';
import { givenName, type SourceMask } from '../folders/source-files.ts';
import type { CloudService, HoldReason, JobRecord, SourceFile, StepRecord, ClaimMark } from '../pipeline/job-record.ts';
import type { System } from '../base/system.ts';
import { toConfirmationError } from './to-confirmation-error.ts';
import { message } from '../../src-shared/messages/message.ts';

/** A file to add to the queue. */
export interface NewSourceFile {
  /** Absolute. */
  readonly path: string;
  /** Display name; the path's last part when absent. */
  readonly name?: string;
  readonly bytes: number;
  /** The mask that the user chose for the image; absent: none. */
  readonly mask?: SourceMask;
  /** Identity of the file when it was claimed from a hot folder. */
  readonly taken?: ClaimMark;
}

/** A source to add to the queue. */
export type NewSource = {
  /** Id of the job that has it as its source or that produced it; absent: none. */
  readonly basedOn?: string;
} & (
  | (NewSourceFile & { readonly kind: 'picture' | 'model' })
  | {
      readonly kind: 'views';
      readonly name: string;
      /** In the order of the slots. */
      readonly views: readonly (NewSourceFile & { readonly slot: ViewSlot })[];
    }
  | {
      readonly kind: 'prompt';
      readonly name: string;
      readonly prompt: string;
      /** The file the text was read from; absent: it was typed. */
      readonly file?: NewSourceFile;
    }
);

/** Options of a batch of sources. */
export interface BatchOptions {
  readonly formats: readonly MeshFormat[];
  readonly serviceKind: 'local' | 'cloud';
  /** The cloud region the jobs belong to; absent: this computer, or the region in use when they are sent. */
  readonly cloud?: CloudService;
  readonly free: boolean;
  /** Folder for the results; null: the output folder of the settings. */
  readonly outFolder: string | null;
  /** Id of the hot folder the sources come from; absent: added by the user. */
  readonly origin?: string;
  /** `normal` when absent. */
  readonly priority?: Priority;
  /** Checked for the service in use; the draft with the formats when absent. */
  readonly recipe?: RecipeSet;
  /** Jobs for each source, identical except for their seeds; one when absent. */
  readonly variants?: number;
  /** Why the jobs wait for confirmation; absent: they start automatically. */
  readonly held?: HoldReason;
}

/** The jobs of a batch, in order; throws `config_invalid` when the recipe does not accept a source. */
export function createJobRecords(
  sources: readonly NewSource[],
  options: BatchOptions,
  position: number,
  system: System,
): JobRecord[] {
  const { variants = 1 } = options;
  return sources
    .flatMap((source) => Array.from({ length: variants }, (_, variant) => ({ source, variant })))
    .map(({ source, variant }, index) => {
      const record = createJobRecord(source, options, position + index, system);
      if (variants === 1) return record;
      const named = { ...record, name: variantName(record.name, variant + 1, variants) };
      // A recipe with fixed seeds would produce the same result again, so only the first job keeps them.
      return variant === 0 ? named : withNewSeeds({ ...named, sources: toUnclaimedSources(named.sources) }, system);
    });
}

/** The record with new seeds in every step that accepts one; existing seeds are replaced. */
export function withNewSeeds(record: JobRecord, { random }: Pick<System, 'random'>): JobRecord {
  const seeds = drawSeeds(random.integer);
  const steps = record.steps.map((step) => ({ ...step, params: withSeeds(step.operation, step.params, seeds, true) }));
  return { ...record, steps };
}

/** Copies the files of another job for a new one, without its uploads and claims. */
export function toUnclaimedSources(sources: readonly SourceFile[]): SourceFile[] {
  return sources.map(({ taken: _, ...source }) => ({ ...source, token: null }));
}

/** Throws `config_invalid` when a recipe takes no source of that kind. */
export function assertAcceptsSource(recipe: RecipeSet, source: NewSource): void {
  const { kind } = source;
  const given = recipesOf(recipe);
  if (recipe[kind] || given.length === 0) return;
  const takes = given.map((each) => message(`source-kind.${each.takes}`));
  const detail = message('recipe.takes', { takes, name: nameOf(source), kind: message(`source-kind.${kind}`) });
  throw new AppError('config_invalid', detail, { subject: message('subject.recipe', { id: given[0]?.id ?? '' }) });
}

/** A new job in its initial state. */
export function createJobRecord(
  source: NewSource,
  options: BatchOptions,
  position: number,
  { clock, random }: System,
): JobRecord {
  const recipe = recipeFor(source, options);
  const seeds = drawSeeds(random.integer);
  return {
    id: random.uuid(),
    position,
    priority: options.priority ?? 'normal',
    name: nameOf(source),
    kind: source.kind,
    sources: toSourceFiles(source),
    ...(source.kind === 'prompt' ? { prompt: source.prompt } : {}),
    recipe: recipe.id,
    recipeVersion: recipe.version,
    serviceKind: options.serviceKind,
    ...(options.cloud ? { cloud: options.cloud } : {}),
    serviceId: null,
    outFolder: options.outFolder,
    ...(options.origin === undefined ? {} : { origin: options.origin }),
    ...(source.basedOn === undefined ? {} : { basedOn: source.basedOn }),
    status: options.held ? 'held' : 'waiting',
    ...(options.held ? { unconfirmed: options.held } : {}),
    step: 0,
    steps: recipe.steps.map((step) => createStepRecord(describedStep(step, source), seeds)),
    hasThumbnail: false,
    artifacts: [],
    notes: [],
    free: options.free,
    error: toConfirmationError(options.held, nameOf(source)),
    attempts: 0,
    retryAt: null,
    stopRequested: false,
    createdAt: clock.now(),
    startedAt: null,
    finishedAt: null,
  };
}

/** A new step in its initial state; seeds are set for the parameters that are left to chance. */
export function createStepRecord({ operation, params, from, exports }: RecipeStep, seeds?: Seeds): StepRecord {
  const seeded = seeds ? withSeeds(operation, params, seeds) : params;
  const untouched = { status: 'waiting', taskId: null, creditsConsumed: null, refunded: false } as const;
  return { operation, params: seeded, from, exports, ...untouched };
}

/** The step with the text of the source, if it takes text. */
function describedStep(step: RecipeStep, source: NewSource): RecipeStep {
  if (source.kind !== 'prompt' || step.from !== null || OPERATIONS[step.operation].source.kind !== 'none') return step;
  return { ...step, params: { ...step.params, prompt: source.prompt } };
}

function recipeFor(source: NewSource, { recipe, formats }: BatchOptions): Recipe {
  if (recipe) assertAcceptsSource(recipe, source);
  return (recipe ?? draftRecipes(formats))[source.kind] as Recipe;
}

function nameOf(source: NewSource): string {
  const name = source.name ?? ('path' in source ? path.basename(source.path) : source.kind);
  return givenName({ ...source, name });
}

function toSourceFiles(source: NewSource): SourceFile[] {
  switch (source.kind) {
    case 'views':
      return source.views.map((view) => toSourceFile(view, view.slot));
    case 'prompt':
      return source.file ? [toSourceFile(source.file, null)] : [];
    default:
      return [toSourceFile(source, null)];
  }
}

function toSourceFile(file: NewSourceFile, slot: ViewSlot | null): SourceFile {
  const { path: at, name = path.basename(at), bytes, mask, taken } = file;
  return { slot, name, path: at, bytes, token: null, ...(mask && { mask }), ...(taken && { taken }) };
}

/** “chair (2 of 4).png”: keeps the extension, which determines the file type. */
function variantName(name: string, variant: number, variants: number): string {
  const { name: base, ext } = path.parse(name);
  return `${base} (${variant} of ${variants})${ext}`;
}
