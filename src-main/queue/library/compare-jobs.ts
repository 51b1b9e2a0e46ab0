import type { Operation } from '../../../src-shared/api/operation.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { ComparedJob } from '../../../src-shared/ipc/calls/library-calls.ts';
import { readModelFacts } from '../../pipeline/model-facts.ts';
import type { ArtifactRecord, JobRecord } from '../../pipeline/job-record.ts';
import type { FileReader } from '../../readers/file-reader.ts';

/** Facts of jobs for a comparison: about the displayed model, and the parameters of each step. */
export async function compareJobs(records: readonly JobRecord[], reader: FileReader): Promise<ComparedJob[]> {
  return Promise.all(
    records.map(async (record) => {
      const shown = findShown(record);
      const steps = record.steps.map(({ operation, params }) => ({ operation, params: named(operation, params) }));
      return { id: record.id, model: shown && (await describe(shown, record, reader)), steps };
    }),
  );
}

/** Parameters with their titles, without the prompt, which is listed as the source of the job. */
function named(operation: OperationName, params: JobRecord['steps'][number]['params']) {
  const { fields }: Operation = OPERATIONS[operation];
  return Object.entries(params)
    .filter(([name]) => name !== 'prompt')
    .map(([name, value]) => ({ name, title: fields[name]?.title ?? name, value }));
}

/** The GLB that the viewer opens, otherwise another file of the model. */
function findShown({ artifacts }: JobRecord): ArtifactRecord | null {
  const models = artifacts.filter(({ role }) => role === 'model');
  return models.find(({ format }) => format === 'glb') ?? models[0] ?? null;
}

/** A missing file has only its recorded facts. */
async function describe(
  artifact: ArtifactRecord,
  record: JobRecord,
  reader: FileReader,
): Promise<ComparedJob['model']> {
  const facts = await readModelFacts(artifact, record, reader).catch(() => null);
  return {
    format: artifact.format ?? 'glb',
    bytes: artifact.bytes,
    triangles: facts?.triangles ?? null,
    textures: facts?.textures ?? null,
    dimensions: facts?.dimensions ? [...facts.dimensions] : null,
  };
}
