import type { FastifyInstance } from 'fastify';
import { ENDPOINTS, listTasksBody } from '../../../src-shared/api/endpoints.ts';
import { LIMITS } from '../../../src-shared/api/limits.ts';
import { ServiceFault } from '../service-fault.ts';
import { toSuccess } from './envelope.ts';
import { presentTask } from './present-task.ts';
import { readJsonObject } from './read-json-object.ts';
import type { ServiceParts } from './service-parts.ts';

/** Task query and batch query (spec 4.5). */
export function addTaskRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { getTask, listTasks } = ENDPOINTS;

  app.get<{ Params: { task_id: string } }>(getTask.path, { config: { rateClass: getTask.rateClass } }, (request) => {
    const id = request.params.task_id;
    const task = parts.tasks.find(id);
    if (!task) throw new ServiceFault(2001, 'There is no task with this id.');
    return toSuccess(presentTask(task, parts));
  });

  app.post(listTasks.path, { config: { rateClass: listTasks.rateClass } }, (request) => {
    const body = listTasksBody.safeParse(readJsonObject(request.body));
    if (!body.success) {
      throw new ServiceFault(1004, `task_ids must be a list of at most ${LIMITS.batchQueryIds} task ids.`);
    }
    const ids = [...new Set(body.data.task_ids)];
    const found = new Map(parts.tasks.findMany(ids).map((task) => [task.id, task]));
    return toSuccess({
      tasks: Object.fromEntries([...found].map(([id, task]) => [id, presentTask(task, parts)])),
      missed: ids.filter((id) => !found.has(id)),
    });
  });
}
