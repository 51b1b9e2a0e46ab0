import path from 'node:path';
import type { GeneratorCredit } from '../../../src-shared/api/generators/generator-state.ts';
import type { Message } from '../../../src-shared/api/messages/message.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { TaskResult } from '../tasks/task-record.ts';
import { noResult } from './generator-faults.ts';
import { prepareSources } from './prepare-sources.ts';
import { finish, generate, inEngine, toCredit, type GeneratorWork } from './run-in-generator.ts';

/** Operations of the engine that start with the subject of one image. */
export const CUT_OUT_OPERATIONS: readonly OperationName[] = [
  'image_to_model',
  'image_to_splat',
  'generate_multiview_image',
  'image_to_image',
];

/** The image of a task without its background. */
interface CutOut {
  /** A PNG in the folder of the task. */
  readonly file: string;
  readonly generator: GeneratorCredit;
  readonly notes: readonly Message[];
}

/**
 * Cuts the subject out of the image of a task in a seat of a generator. Null if the engine needs no help: the background is plain or
 * transparent, or an edit keeps it. Rejects as a WorkQueue does.
 */
export async function removeBackground(
  work: GeneratorWork,
  inSeat: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<CutOut | null> {
  const { item, generator, folder } = work;
  const sources = await inEngine(work, (run) => prepareSources(item, folder.path, run, 'prepare-cut-out'));
  if (sources.images.image === undefined) return null;
  const made = await inSeat(() => generate(work, sources));
  const place = path.join(folder.path, 'cut-out');
  const { files } = await finish(work, { ...item, stage: 'finish-cut-out', folder: place });
  const name = files.generated_image_url;
  if (name === undefined) throw noResult(generator.name, work.operation);
  const credit = toCredit(generator, made);
  const about = credit.host === null ? credit.about : `${credit.about}, ${credit.host}`;
  const note = serviceMessage('generator.cut-out', { name: generator.name, about });
  return { file: path.join(place, name), generator: credit, notes: [note, ...made.notes] };
}

/** Finds the mask of any image in a seat of a generator, as a file in the folder of the item. Rejects as a WorkQueue does. */
export async function estimateMask(
  work: GeneratorWork,
  inSeat: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<TaskResult> {
  const { item, folder } = work;
  const sources = await inEngine(work, (run) => prepareSources(item, folder.path, run));
  await inSeat(() => generate(work, sources));
  return finish(work, { ...item, stage: 'finish-mask' });
}
