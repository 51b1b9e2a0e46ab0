import path from 'node:path';
import { draftRecipe } from '../../src-shared/recipe.ts';
import type { Format } from '../../src-shared/formats.ts';
import type { JobRecord, StepRecord } from '../pipeline/job-record.ts';
import type { System } from '../system/system.ts';
import type { RecipeStep } from '../../src-shared/recipe.ts';

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
}

/** A job that nothing has happened to yet. */
export function createJobRecord(
  source: NewSource,
  order: Order,
  position: number,
  { clock, random }: System,
): JobRecord {
  const recipe = draftRecipe(source.kind, order.formats);
  return {
    id: random.uuid(),
    position,
    name: source.name ?? path.basename(source.path),
    kind: source.kind,
    sourcePath: source.path,
    sourceBytes: source.bytes,
    recipe: recipe.id,
    serviceKind: order.serviceKind,
    serviceId: null,
    outFolder: order.outFolder,
    status: 'waiting',
    step: 0,
    steps: recipe.steps.map(createStepRecord),
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

/** A step that nothing has happened to yet. */
export function createStepRecord({ operation, params, from, exports }: RecipeStep): StepRecord {
  return { operation, params, from, exports, status: 'waiting', taskId: null, creditsConsumed: null, refunded: false };
}
