import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ENDPOINTS, listTasksBody } from '../../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import { toTaskKey } from '../../../../src-shared/api/protocol/task.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { JSON_TYPE } from '../envelope.ts';
import { parseJsonObject } from '../checks/parse-json-object.ts';
import { createTurns } from '../checks/turns.ts';
import type { TaskJsonCache, TaskResponse } from './task-json-cache.ts';

/** Responses with requests above `MAX_INLINE_INPUT` that are sent at the same time. */
const LONG_RESPONSES = 2;

interface OneTask {
  Params: { task_id: string };
}

/** Task query and batch query (spec 4.5). */
export function addTaskRoutes(app: FastifyInstance, cache: TaskJsonCache): void {
  const { getTask, listTasks } = ENDPOINTS;
  const turns = createTurns(LONG_RESPONSES);

  async function send(reply: FastifyReply, json: TaskResponse): Promise<FastifyReply> {
    if (typeof json === 'string' || Buffer.isBuffer(json)) return reply.type(JSON_TYPE).send(json);
    await turns.take(reply.raw);
    return reply.type(JSON_TYPE).send(Readable.from(json));
  }

  // In a studio, counting a request and reading a task are a round trip to the database each: both at once take one.
  const begun = new WeakMap<object, Promise<TaskResponse | null>>();
  const begin = (request: FastifyRequest): void => {
    const json = cache.getTask((request.params as OneTask['Params']).task_id);
    // Nobody waits for it if the request is refused.
    json.catch(() => undefined);
    begun.set(request, json);
  };
  app.get<OneTask>(getTask.path, { config: { rateClass: getTask.rateClass, begin } }, async (request, reply) => {
    const json = await (begun.get(request) ?? cache.getTask(request.params.task_id));
    if (json === null) throw new ApiError(2001, serviceMessage('api.no-such-task'));
    return send(reply, json);
  });

  app.post(listTasks.path, { config: { rateClass: listTasks.rateClass } }, async (request, reply) => {
    return send(reply, await cache.getTasks(parseTaskIds(request.body)));
  });
}

/** The ids in the parsed body of a batch query; throws error 1003 or 1004 if it is invalid. */
function parseTaskIds(value: unknown): readonly string[] {
  const body = listTasksBody.safeParse(parseJsonObject(value));
  if (body.success) return body.data.task_ids.map(toTaskKey);
  throw new ApiError(1004, serviceMessage('api.task-ids', { max: LIMITS.batchQueryIds }));
}
