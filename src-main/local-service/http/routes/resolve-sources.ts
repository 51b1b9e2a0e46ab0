import type { CheckedRequest } from '../../../../src-shared/api/rules/check-request.ts';
import type { Operation } from '../../../../src-shared/api/operation.ts';
import type { FileSource, SourceSpec } from '../../../../src-shared/api/source.ts';
import { IMAGE_TASK_TYPES } from '../../../../src-shared/api/protocol/task-types.ts';
import { VIEW_KEYS, type OutputKey } from '../../../../src-shared/api/protocol/task.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import type { JobSource, TaskRecord } from '../../tasks/task-record.ts';
import { resolveUrl } from './resolve-url.ts';
import type { ServiceContext } from '../service-context.ts';

type Parts = Pick<ServiceContext, 'tasks' | 'uploads' | 'outputs' | 'urls'>;

/** Finds all input files of a request; errors explain why one is missing (spec 4.2, part 7). */
export async function resolveSources(
  operation: Operation,
  { source, values }: CheckedRequest,
  parts: Parts,
): Promise<(JobSource | null)[]> {
  const extra = await Promise.all((operation.extraFiles?.(values) ?? []).map((file) => resolveFile(file, parts)));
  switch (source.kind) {
    case 'none':
      return extra;
    case 'task':
      return [...(await resolveTask(operation.source, source.taskId, parts)), ...extra];
    case 'files': {
      const files = source.files.map(async (file) =>
        file?.kind === 'task' ? resolvePicture(file.taskId, IMAGE_TASK_TYPES, parts) : file && resolveFile(file, parts),
      );
      return [...(await Promise.all(files)), ...extra];
    }
    default:
      return [await resolveFile(source, parts), ...extra];
  }
}

async function resolveFile(source: FileSource, parts: Parts): Promise<JobSource> {
  switch (source.kind) {
    case 'url':
      return resolveUrl(source.url, parts);
    case 'object':
      throw new ApiError(2005, serviceMessage('api.no-buckets'));
    case 'token': {
      const upload = await parts.uploads.find(source.token);
      if (upload) return upload;
      throw new ApiError(1004, serviceMessage('api.token-unknown'));
    }
  }
}

/** The outputs of another task: its model, its image, or its views, as required by the operation. */
async function resolveTask(spec: SourceSpec, taskId: string, parts: Parts): Promise<JobSource[]> {
  const types = spec.kind === 'task' ? spec.types : spec.kind === 'file' || spec.kind === 'views' ? spec.tasks : [];
  if (spec.kind === 'file') return [await resolvePicture(taskId, types ?? [], parts)];
  const task = await getSuccessfulTask(taskId, types ?? null, parts);
  if (spec.kind === 'views' || types?.includes('generate_multiview_image')) {
    return VIEW_KEYS.map((key) => findOutput(task, key));
  }
  // In any format (4.4); if an engine cannot read it, the task fails and is refunded.
  return [findOutput(task, 'model_url')];
}

/** The output image of another task. */
async function resolvePicture(taskId: string, types: readonly string[], parts: Parts): Promise<JobSource> {
  return findOutput(await getSuccessfulTask(taskId, types, parts), 'generated_image_url');
}

/** A task that can be an input; null: any type. */
async function getSuccessfulTask(
  taskId: string,
  types: readonly string[] | null,
  { tasks }: Parts,
): Promise<TaskRecord> {
  const task = await tasks.find(taskId);
  if (!task) throw new ApiError(2001, serviceMessage('api.no-task', { id: taskId }));
  if (types && !types.includes(task.type)) {
    throw new ApiError(2002, serviceMessage('api.source-type', { type: task.type, types: types.join(' / ') }));
  }
  if (!task.result) throw new ApiError(2006, serviceMessage('api.source-not-succeeded', { status: task.status }));
  return task;
}

function findOutput({ id, result, type }: TaskRecord, key: OutputKey): JobSource {
  const fileName = result?.files[key];
  if (fileName !== undefined) return { kind: 'output', taskId: id, fileName };
  throw new ApiError(
    2002,
    serviceMessage('api.source-without-output', { type, output: key === 'model_url' ? 'model' : 'image' }),
  );
}
