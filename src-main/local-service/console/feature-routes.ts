import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serviceMessage, toWireText } from '../../../src-shared/api/messages/service-message.ts';
import { toWireCredits } from '../../../src-shared/api/pricing/credits.ts';
import { parseJsonObject } from '../http/checks/parse-json-object.ts';
import { toSuccess } from '../http/envelope.ts';
import { ApiError } from '../api-error.ts';
import { presentKey, presentUsage } from '../account/present-account.ts';
import { USAGE_GROUPS } from '../account/postgres-usage.ts';
import type { FailedTask } from '../tasks/studio/postgres-task-retries.ts';
import type { ConsoleFeatures } from './console-features.ts';
import { keyBudgets, MAX_KEY_NAME, newKeyFields } from './studio-key-fields.ts';

/** Maximum number of failed tasks. */
const FAILURES = 50;

const usageQuery = z.object({ by: z.enum(USAGE_GROUPS).optional(), from: z.iso.date().optional() });

/** The parts of the console API that a service has because it is a studio; amounts are credits on the wire. */
export function addFeatureRoutes(app: FastifyInstance, features: ConsoleFeatures): void {
  const { studioKeys: keys, usage, workers, queueState, retries } = features;
  if (keys) {
    app.get('/console/api/keys', async () => toSuccess((await keys.list()).map(presentKey)));
    app.post('/console/api/keys', async (request) => {
      const { data } = newKeyFields.safeParse(parseJsonObject(request.body));
      if (!data) throw badKey();
      return toSuccess(await keys.add(data));
    });
    app.post<Named>('/console/api/keys/:id/budgets', async (request) => {
      const { data } = keyBudgets.safeParse(parseJsonObject(request.body));
      if (!data) throw badKey();
      const budgets = { dayBudget: data.day_budget, monthBudget: data.month_budget };
      if (await keys.setBudgets(request.params.id, budgets)) return toSuccess({});
      throw new ApiError(1004, serviceMessage('api.no-key'), { http: 404 });
    });
  }
  if (usage) {
    app.get('/console/api/usage', async (request) => {
      const { data } = usageQuery.safeParse(request.query);
      if (!data) throw new ApiError(1004, serviceMessage('api.usage-query', { groups: USAGE_GROUPS.join(', ') }));
      return toSuccess((await usage(data)).map(presentUsage));
    });
  }
  if (workers) app.get('/console/api/workers', async () => toSuccess(await workers()));
  if (queueState) app.get('/console/api/queue', async () => toSuccess(await queueState()));
  if (retries) {
    app.get('/console/api/failures', async () => toSuccess((await retries.latest(FAILURES)).map(presentFailure)));
    app.post<Named>('/console/api/tasks/:id/retry', async (request) => {
      parseJsonObject(request.body);
      return toSuccess({ task_id: await retries.retry(request.params.id) });
    });
  }
}

function badKey(): ApiError {
  return new ApiError(1004, serviceMessage('api.studio-key', { max: MAX_KEY_NAME }));
}

function presentFailure({ failure, price, ...task }: FailedTask) {
  return {
    ...task,
    code: failure?.code ?? null,
    reason: failure ? toWireText(failure.message) : '',
    price: toWireCredits(price),
  };
}

interface Named {
  Params: { id: string };
}
