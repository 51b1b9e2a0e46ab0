import type { FastifyInstance } from 'fastify';
import { checkRequest, valueOr } from '../../../../src-shared/api/rules/check-request.ts';
import { ZERO_CREDITS } from '../../../../src-shared/api/pricing/credits.ts';
import { OPERATIONS, type OperationName } from '../../../../src-shared/api/operations.ts';
import { ApiError } from '../../api-error.ts';
import { newTaskId } from '../../tasks/new-task-id.ts';
import { toSuccess } from '../envelope.ts';
import { parseJsonObject } from '../checks/parse-json-object.ts';
import { resolveSources } from './resolve-sources.ts';
import type { ServiceContext } from '../service-context.ts';

/** The success response of a creation (spec 2.4). */
type CreationResponse = ReturnType<typeof toSuccess<{ task_id: string; type: string; status: 'queued' }>>;

/** Creates a task of a key from a parsed body; resolves when it and its held price are stored. Rejects with API errors. */
export type CreateTaskFromBody = (type: OperationName, body: unknown, keyId: string) => Promise<CreationResponse>;

/** Common handler of all task-creating endpoints (spec 4.1–4.4). */
export function createTaskFromBody(parts: ServiceContext): CreateTaskFromBody {
  return async (type, body, keyId) => {
    const operation = OPERATIONS[type];
    const input = parseJsonObject(body);
    const checked = checkRequest(operation, input, { ...parts.rules, now: parts.now() });
    if (!checked.ok) throw new ApiError(checked.issues[0].code, checked.issues[0].detail ?? checked.issues[0].message);
    const { values } = checked;
    const job = { sources: await resolveSources(operation, checked, parts), values };
    const price = parts.free ? ZERO_CREDITS : (operation.price(values) ?? ZERO_CREDITS);
    const category = operation.category(values);
    const task = { id: newTaskId(), type, input, job, price, category, createdAt: parts.now() };
    const id = await parts.queue.create(task, keyId);
    parts.retirements.onUse(valueOr(operation, values, 'model'));
    return toSuccess({ task_id: id, type, status: 'queued' });
  };
}

/** Every task-creating endpoint. */
export function addCreateRoutes(app: FastifyInstance, create: CreateTaskFromBody): void {
  for (const type of Object.keys(OPERATIONS) as OperationName[]) {
    const { path, rateClass } = OPERATIONS[type];
    app.post(path, { config: { rateClass } }, (request) => create(type, request.body, request.keyId as string));
  }
}
