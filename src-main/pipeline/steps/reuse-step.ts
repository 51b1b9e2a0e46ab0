import path from 'node:path';
import { toCanonicalJson } from '../../../src-shared/base/canonical-json.ts';
import { replaceReferences } from '../../../src-shared/operations/map-file-parameters.ts';
import { toLibraryError } from '../../folders/disk-error.ts';
import { partPathOf, renameDurably } from '../../base/files/durable-file.ts';
import { hashFile } from '../../base/files/hash-file.ts';
import type { Disk } from '../../base/files/disk.ts';
import { withStep, type ArtifactRecord, type JobRecord, type StepRecord } from '../job-record.ts';
import { makeJobFolder } from '../make-job-folder.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** A finished step and the job it belongs to. */
interface ReusableStep {
  readonly job: JobRecord;
  readonly step: number;
}

/** A file of the other step is missing or changed. */
class Unusable extends Error {}

/**
 * Completes a step with an existing result: the same operation with the same parameters on the same task at the same
 * service, in this job or another of the queue. Its files are copied, so that either job can be removed, and verified; the
 * step is then done without a charge. Null: there is no such result, so the step has to be ordered. Throws AppError if
 * the disk cannot store the copies, rather than paying again.
 */
export async function reuseStep(record: JobRecord, index: number, tools: PipelineTools): Promise<JobRecord | null> {
  for (const made of findMade(record, index, tools)) {
    const artifacts = await copyFiles(made, index, tools);
    if (!artifacts) continue;
    const { operation, taskId } = made.job.steps[made.step] as JobRecord['steps'][number];
    const title = message(`operation.${operation}`);
    const note =
      made.job.id === record.id
        ? message('job-note.reused-in-job', { operation: title })
        : message('job-note.reused-from', { operation: title, job: made.job.name });
    const current = tools.current();
    const kept = current.artifacts.filter((artifact) => artifact.step !== index);
    const done = { status: 'done', taskId, creditsConsumed: '0.00', refunded: false, notes: [note] } as const;
    return tools.save(withStep({ ...current, artifacts: [...kept, ...artifacts] }, index, done));
  }
  return null;
}

/** Finished steps with the result that this one would have. */
function findMade(
  record: JobRecord,
  index: number,
  tools: Pick<PipelineTools, 'jobsWithTask' | 'intents'>,
): ReusableStep[] {
  const own = record.steps[index] as JobRecord['steps'][number];
  const source = own.from === null ? null : (record.steps[own.from]?.taskId ?? null);
  // A step that was sent is already charged, and is followed to its end.
  if (source === null || own.taskId !== null || tools.intents.findStanding(record.id, index)) return [];
  const params = toOrdered(own);
  return tools.jobsWithTask(source).flatMap((job) => {
    if (job.serviceId === null || job.serviceId !== record.serviceId) return [];
    return job.steps.flatMap((other, step) => {
      const isSame =
        other.status === 'done' &&
        other.taskId !== null &&
        other.operation === own.operation &&
        other.from !== null &&
        job.steps[other.from]?.taskId === source &&
        toOrdered(other) === params;
      // A check without files runs again: it is free, and its result is needed.
      return isSame && job.artifacts.some((artifact) => artifact.step === step) ? [{ job, step }] : [];
    });
  });
}

/** Key of a step's order; images are compared by content, not by name. */
function toOrdered({ operation, params }: StepRecord): string {
  return toCanonicalJson(replaceReferences(operation, params, ({ sha256 }) => sha256));
}

async function copyFiles(
  { job, step }: ReusableStep,
  index: number,
  tools: PipelineTools,
): Promise<ArtifactRecord[] | null> {
  const { disk, random } = tools.system;
  await makeJobFolder(tools.jobFolder, disk);
  try {
    const copies: ArtifactRecord[] = [];
    for (const artifact of job.artifacts.filter((other) => other.step === step)) {
      tools.signal.throwIfAborted();
      const place = artifact.bundle
        ? await copyBundle(artifact, artifact.bundle, index, tools)
        : { path: await copyFile(artifact, index, tools), bundle: null };
      copies.push({ ...artifact, ...place, id: random.uuid(), step: index, exportedPath: null });
    }
    return copies;
  } catch (error) {
    // The other job may have been removed in the meantime, or its files manually.
    if (error instanceof Unusable || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw toLibraryError(error);
  }
}

async function copyFile(
  artifact: ArtifactRecord,
  index: number,
  { jobFolder, system }: PipelineTools,
): Promise<string> {
  const { disk } = system;
  const target = path.join(jobFolder, nameFor(artifact.path, index));
  const part = partPathOf(target);
  try {
    await disk.remove(part);
    await disk.copyFile(artifact.path, part);
    await disk.syncFile(part);
    await assertSame(part, artifact, disk);
    await renameDurably(part, target, disk);
    return target;
  } finally {
    await disk.remove(part);
  }
}

/** Copies a folder atomically. */
async function copyBundle(
  artifact: ArtifactRecord,
  bundle: string,
  index: number,
  { jobFolder, system }: PipelineTools,
): Promise<Pick<ArtifactRecord, 'path' | 'bundle'>> {
  const { disk } = system;
  const target = path.join(jobFolder, nameFor(bundle, index));
  const part = partPathOf(target);
  try {
    await disk.remove(part);
    await disk.copyFolder(bundle, part);
    const main = path.basename(artifact.path);
    await assertSame(path.join(part, main), artifact, disk);
    for (const name of await disk.list(part)) await disk.syncFile(path.join(part, name));
    await disk.syncFolder(part);
    await disk.remove(target);
    await renameDurably(part, target, disk);
    return { path: path.join(target, main), bundle: target };
  } finally {
    await disk.remove(part);
  }
}

/** Files of a job start with the number of their step. */
function nameFor(filePath: string, index: number): string {
  return path.basename(filePath).replace(/^\d+/, String(index));
}

async function assertSame(filePath: string, { sha256 }: ArtifactRecord, disk: Disk): Promise<void> {
  if ((await hashFile(filePath, disk)).sha256 !== sha256) throw new Unusable();
}
