import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { checkRequest, valueOr } from '../../../src-shared/api/check-request.ts';
import { NO_CREDITS } from '../../../src-shared/api/credits.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import { ServiceFault } from '../service-fault.ts';
import { createTogether } from '../tasks/create-together.ts';
import { toSuccess } from './envelope.ts';
import { readJsonObject } from './read-json-object.ts';
import { resolveSources } from './resolve-sources.ts';
import type { ServiceParts } from './service-parts.ts';

/** Every task-creating endpoint (spec 4.1–4.4). When the answer leaves, the task and its held price are on the disk. */
export function addCreateRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const createTask = createTogether(parts.lifecycle);
  for (const [type, operation] of Object.entries(OPERATIONS) as [OperationName, (typeof OPERATIONS)[OperationName]][]) {
    app.post(operation.path, { config: { rateClass: operation.rateClass } }, async (request) => {
      const input = readJsonObject(request.body);
      const checked = checkRequest(operation, input, { ...parts.rules, now: parts.now() });
      if (!checked.ok) throw new ServiceFault(checked.issues[0].code, checked.issues[0].message);
      const { values } = checked;
      const sources = await resolveSources(operation, checked, parts);
      const id = randomUUID();
      const price = parts.free ? NO_CREDITS : (operation.price(values) ?? NO_CREDITS);
      const category = operation.category(values);
      await createTask({ id, type, input, job: { sources, values }, price, category, createdAt: parts.now() });
      parts.runner.enqueue(id);
      parts.retirements.onUse(valueOr(operation, values, 'model'));
      return toSuccess({ task_id: id, type, status: 'queued' });
    });
  }
}
