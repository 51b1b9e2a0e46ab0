import { z } from 'zod';
import { MESH_FORMATS } from '../../formats/formats.ts';
import { job, PRIORITIES } from '../../jobs/job.ts';
import { jobMarks } from '../../jobs/job-marks.ts';
import { VIEW_SLOTS } from '../../formats/source-kind.ts';
import { agreed, batch, id, ids, nothing } from './call-schemas.ts';
import { pauseReason } from '../views/money-view.ts';

/** A task at the service that no job has. */
export const orphanTask = z.object({
  taskId: z.string(),
  operation: z.string(),
  status: z.string(),
  /** As the service writes it. */
  createdAt: z.string().nullable(),
  serviceKind: z.enum(['local', 'cloud']),
});

/** A place in the queue as it is told part by part. */
const slicePlace = z.object({ group: z.int(), position: z.number() });

/** A place in the queue as it is told part by part. */
export type QueueCursor = Readonly<z.infer<typeof slicePlace>>;

/** What the page may ask of the queue: channel → [input, output]. */
export const queueCalls = {
  /**
   * A part of the queue, what is seen first coming first: `after` is where the part before it ended, and null begins.
   * What changes meanwhile is pushed.
   */
  'queue:list': [slicePlace.nullable(), z.object({ jobs: z.array(job), after: slicePlace.nullable() })],
  /** What a job is made of, beyond its name: the sides its views show, or the words of its prompt. */
  'queue:source': [z.object({ id }), z.object({ views: z.array(z.enum(VIEW_SLOTS)), prompt: z.string().nullable() })],
  /**
   * `agreed`: total of the plan the person said yes to. Answers `needs_yes`, and adds nothing, where a yes is needed and
   * none was given or the total is higher by now.
   */
  'queue:add': [batch.extend({ agreed }), z.array(job)],
  'queue:retry': [z.object({ ids }), nothing],
  'queue:cancel': [z.object({ ids }), nothing],
  'queue:remove': [z.object({ ids }), nothing],
  /** One more format of a finished job; `agreed` as in `queue:add`. */
  'queue:export': [z.object({ id, format: z.enum(MESH_FORMATS), agreed }), nothing],
  /** Settles a job whose outcome is unknown: look once more, send again knowingly, or give up. */
  'queue:resolve': [z.object({ id, by: z.enum(['look', 'send_again', 'give_up']) }), nothing],
  /** Makes a job like another, with the same seeds or new ones; `agreed` as in `queue:add`. */
  'queue:repeat': [z.object({ id, seeds: z.enum(['same', 'new']), agreed }), job],
  'queue:pause': [z.object({ ids: ids.optional() }), nothing],
  'queue:resume': [z.object({ ids: ids.optional() }), nothing],
  /** Whether the whole queue is paused. */
  'queue:paused': [nothing, z.boolean()],
  /** Why the app paused the whole queue by itself; null: it did not. */
  'queue:pauseReason': [nothing, pauseReason],
  'queue:move': [z.union([z.object({ ids, before: id }), z.object({ ids, after: id })]), nothing],
  'queue:priority': [z.object({ ids, priority: z.enum(PRIORITIES) }), nothing],
  /** Names, favourites, tags, and what is off the queue's list. */
  'queue:mark': [z.object({ ids, marks: jobMarks }), nothing],
  /** Paid tasks at the service that no job has; with `look` its history is read now. */
  'queue:found': [z.object({ look: z.boolean() }), z.array(orphanTask)],
  /** Makes jobs of found tasks, which bring their files home; answers the jobs. */
  'queue:import': [z.object({ taskIds: ids }), z.array(job)],
  /** Found tasks that the person wants nothing of. */
  'queue:dismiss': [z.object({ taskIds: ids }), nothing],
} as const;
