import type { Operation } from '../../../src-shared/api/operation.ts';
import type { RequestSource } from '../../../src-shared/api/source.ts';
import { ServiceFault } from '../service-fault.ts';
import type { JobSource } from '../tasks/task-record.ts';
import type { ServiceParts } from './service-parts.ts';

type Parts = Pick<ServiceParts, 'tasks' | 'files'>;

/** Finds the file a request works on; faults say why there is none (spec 4.2, part 7). */
export async function resolveSource(operation: Operation, source: RequestSource, parts: Parts): Promise<JobSource> {
  switch (source.kind) {
    case 'token':
      return resolveToken(source.token, parts);
    case 'task':
      return resolveTask(operation, source.taskId, parts);
    case 'url':
      throw new ServiceFault(2005, 'The service on this computer fetches nothing from the network. Upload the file.');
    case 'object':
      throw new ServiceFault(2005, 'The service on this computer has no storage buckets. Upload the file.');
  }
}

async function resolveToken(token: string, { files }: Parts): Promise<JobSource> {
  if (await files.find(token)) return { kind: 'upload', token };
  throw new ServiceFault(1004, 'The file token is unknown or expired, or its file was not uploaded. Upload it again.');
}

function resolveTask(operation: Operation, taskId: string, { tasks }: Parts): JobSource {
  const task = tasks.find(taskId);
  if (!task) throw new ServiceFault(2001, `There is no task ${taskId}.`);
  const types = operation.source.kind === 'task' ? operation.source.types : [];
  if (types && !types.includes(task.type)) {
    throw new ServiceFault(2002, `The source task is a ${task.type}; ${types.join(' or ')} is needed.`);
  }
  if (!task.result) throw new ServiceFault(2006, `The source task has not succeeded; it is ${task.status}.`);
  const fileName = task.result.files.model_url;
  if (!fileName?.endsWith('.glb')) {
    throw new ServiceFault(2002, 'The source task holds no GLB model. Use the task that made the model.');
  }
  return { kind: 'output', taskId, fileName };
}
