import path from 'node:path';
import { draftRecipe, type Recipe, type RecipePair, type RecipeStep } from '../../src-shared/recipe.ts';
import { drawSeeds, withSeeds, type Seeds } from '../../src-shared/recipe-seeds.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Format } from '../../src-shared/formats.ts';
import type { Priority } from '../../src-shared/job.ts';
import type { JobRecord, StepRecord } from '../pipeline/job-record.ts';
import type { System } from '../system/system.ts';

/** A source on its way into the queue. */
export interface NewSource {
  readonly path: string;
  /** The name people know it by; the path's last part when absent. */
  readonly name?: string;
  readonly kind: 'picture' | 'model';
  readonly bytes: number;
}

/** How a batch of sources is made. */
export interface Order {
  readonly formats: readonly Format[];
  readonly serviceKind: 'local' | 'cloud';
  readonly free: boolean;
  /** Folder for the results; null: the export folder of the settings. */
  readonly outFolder: string | null;
  /** Id of the watched folder the sources come from; absent: from a person. */
  readonly origin?: string;
  /** `normal` when absent. */
  readonly priority?: Priority;
  /** Checked for the service in use; the draft with the formats when absent. */
  readonly recipe?: RecipePair;
  /** Jobs for each source, alike but for their seeds; one when absent. */
  readonly variants?: number;
}

/** The jobs of a batch, in order; throws `config_invalid` when the recipe takes no such source. */
export function createJobRecords(
  sources: readonly NewSource[],
  order: Order,
  position: number,
  system: System,
): JobRecord[] {
  const { variants = 1 } = order;
  return sources
    .flatMap((source) => Array.from({ length: variants }, (_, variant) => ({ source, variant })))
    .map(({ source, variant }, index) => {
      const record = createJobRecord(source, order, position + index, system);
      if (variants === 1) return record;
      const named = { ...record, name: variantName(record.name, variant + 1, variants) };
      // A recipe that sets its seeds itself would make the same again; the first is as it says.
      return variant === 0 ? named : withNewSeeds(named, system);
    });
}

/** The record with seeds of its own in every step that takes some, whatever was there. */
export function withNewSeeds(record: JobRecord, { random }: Pick<System, 'random'>): JobRecord {
  const seeds = drawSeeds(random.integer);
  const steps = record.steps.map((step) => ({ ...step, params: withSeeds(step.operation, step.params, seeds, true) }));
  return { ...record, steps };
}

/** Throws `config_invalid` when a recipe takes no source of that kind. */
export function assertTakes(recipe: RecipePair, { kind, name, path: file }: NewSource): void {
  const given = recipe.picture ?? recipe.model;
  if (recipe[kind] || !given) return;
  const detail = `It takes a ${given.takes}, and ${name ?? path.basename(file)} is a ${kind}.`;
  throw new AppError('config_invalid', detail, { subject: `Recipe “${given.id}”` });
}

/** A job that nothing has happened to yet. */
export function createJobRecord(
  source: NewSource,
  order: Order,
  position: number,
  { clock, random }: System,
): JobRecord {
  const recipe = recipeFor(source, order);
  const seeds = drawSeeds(random.integer);
  return {
    id: random.uuid(),
    position,
    priority: order.priority ?? 'normal',
    name: source.name ?? path.basename(source.path),
    kind: source.kind,
    sourcePath: source.path,
    sourceBytes: source.bytes,
    recipe: recipe.id,
    recipeVersion: recipe.version,
    serviceKind: order.serviceKind,
    serviceId: null,
    outFolder: order.outFolder,
    ...(order.origin === undefined ? {} : { origin: order.origin }),
    status: 'waiting',
    step: 0,
    steps: recipe.steps.map((step) => createStepRecord(step, seeds)),
    fileToken: null,
    hasThumbnail: false,
    artifacts: [],
    notes: [],
    free: order.free,
    error: null,
    attempts: 0,
    retryAt: null,
    stopRequested: false,
    createdAt: clock.now(),
    startedAt: null,
    finishedAt: null,
  };
}

/** A step that nothing has happened to yet; seeds are for the parameters that leave them to chance. */
export function createStepRecord({ operation, params, from, exports }: RecipeStep, seeds?: Seeds): StepRecord {
  const seeded = seeds ? withSeeds(operation, params, seeds) : params;
  const untouched = { status: 'waiting', taskId: null, creditsConsumed: null, refunded: false } as const;
  return { operation, params: seeded, from, exports, ...untouched };
}

function recipeFor(source: NewSource, { recipe, formats }: Order): Recipe {
  if (!recipe) return draftRecipe(source.kind, formats);
  assertTakes(recipe, source);
  return recipe[source.kind] as Recipe;
}

/** “chair (2 of 4).png”: the ending stays, because it tells the service what the file is. */
function variantName(name: string, variant: number, variants: number): string {
  const { name: base, ext } = path.parse(name);
  return `${base} (${variant} of ${variants})${ext}`;
}
