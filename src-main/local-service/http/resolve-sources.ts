import type { CheckedRequest } from '../../../src-shared/api/check-request.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import type { FileSource, SourceSpec } from '../../../src-shared/api/source.ts';
import type { OutputKey } from '../../../src-shared/api/task.ts';
import { ServiceFault } from '../service-fault.ts';
import type { JobSource, TaskRecord } from '../tasks/task-record.ts';
import { resolveUrl } from './resolve-url.ts';
import type { ServiceParts } from './service-parts.ts';

type Parts = Pick<ServiceParts, 'tasks' | 'files' | 'outputs' | 'signer' | 'baseUrl'>;

/** View pictures in the order of the slots (spec 4.3). */
const VIEW_KEYS = ['front_view_url', 'left_view_url', 'back_view_url', 'right_view_url'] as const;

/** Finds every file a request works on; faults say why there is none (spec 4.2, part 7). */
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
      return [...resolveTask(operation.source, source.taskId, parts), ...extra];
    case 'files': {
      const files = source.files.map(async (file) => file && resolveFile(file, parts));
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
      throw new ServiceFault(2005, 'The service on this computer has no storage buckets. Upload the file.');
    case 'token':
      if (await parts.files.find(source.token)) return { kind: 'upload', token: source.token };
      throw new ServiceFault(
        1004,
        'The file token is unknown or expired, or its file was not uploaded. Upload it again.',
      );
  }
}

/** The outputs of another task: its model, its picture, or its views, as the operation needs. */
function resolveTask(spec: SourceSpec, taskId: string, { tasks }: Parts): JobSource[] {
  const task = tasks.find(taskId);
  if (!task) throw new ServiceFault(2001, `There is no task ${taskId}.`);
  const types = spec.kind === 'task' ? spec.types : spec.kind === 'file' || spec.kind === 'views' ? spec.tasks : [];
  if (types && !types.includes(task.type)) {
    throw new ServiceFault(2002, `The source task is a ${task.type}; ${types.join(' or ')} is needed.`);
  }
  if (!task.result) throw new ServiceFault(2006, `The source task has not succeeded; it is ${task.status}.`);
  if (spec.kind === 'views' || types?.includes('generate_multiview_image')) {
    return VIEW_KEYS.map((key) => findOutput(task, key, ''));
  }
  return [spec.kind === 'file' ? findOutput(task, 'generated_image_url', '') : findOutput(task, 'model_url', '.glb')];
}

function findOutput({ id, result, type }: TaskRecord, key: OutputKey, ending: string): JobSource {
  const fileName = result?.files[key];
  if (fileName?.endsWith(ending)) return { kind: 'output', taskId: id, fileName };
  const wanted = ending === '.glb' ? 'GLB model' : 'picture';
  throw new ServiceFault(2002, `The source task (${type}) holds no ${wanted}. Use the task that made it.`);
}
