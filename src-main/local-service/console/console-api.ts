import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toWireCredits, wireCredits } from '../../../src-shared/api/pricing/credits.ts';
import { usageQuery } from '../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { toSuccess } from '../http/envelope.ts';
import { describeGenerators } from '../generators/describe-generators.ts';
import { presentSummary } from '../http/routes/present-task.ts';
import { parseJsonObject } from '../http/checks/parse-json-object.ts';
import { ApiError } from '../api-error.ts';
import { checkWebhookUrl } from '../webhooks/check-webhook-url.ts';
import { INITIAL_KEY_ID, type ApiKeys } from '../account/api-keys.ts';
import { addFeatureRoutes } from './feature-routes.ts';
import { listFeatures } from './console-features.ts';
import { createConsoleAuthenticator } from './sign-in/authenticate-console.ts';
import { addSessionRoutes } from './sign-in/session-routes.ts';
import type { ConsoleContext } from './console-context.ts';

/** Maximum number of rows in a list. */
const ROWS = 100;

/** Page size of the ledger: rows are only added, so the last number seen finds the next page in any case. */
const ledgerQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIMITS.usagePageRows).default(ROWS),
  before: z.coerce.number().int().min(1).optional(),
});
const webhookBody = z.object({ url: z.string() });
const topUpBody = z.object({ amount: wireCredits.refine((amount) => amount > 0) });

/** The console's own API: for its token, admin keys and sessions, JSON in and out, the same envelopes (spec 2.1). */
export function addConsoleApi(app: FastifyInstance, parts: ConsoleContext): void {
  const { keys, webhooks, tasks, queue, account } = parts;
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, unmetered: true };
  });
  app.decorateRequest('consoleSession', null);
  app.addHook('onRequest', createConsoleAuthenticator(parts));
  // A form of another page can post anything except JSON.
  app.addHook('onRequest', (request, _reply, done) => {
    const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
    if (request.method !== 'POST' || isJson) return done();
    done(new ApiError(1003, serviceMessage('api.json-only'), { http: 415 }));
  });

  app.get('/console/api/account', async () => {
    const { balance, frozen } = await account.balance();
    const money = { balance: toWireCredits(balance), frozen: toWireCredits(frozen), free: account.isFree };
    return toSuccess({ ...money, limits: parts.limits, features: listFeatures(parts) });
  });

  addFeatureRoutes(app, parts);
  addSessionRoutes(app, parts);
  if (!parts.studioKeys) addKeyRoutes(app, keys);
  app.delete<Named>('/console/api/keys/:id', async ({ params: { id } }) => {
    if (id === INITIAL_KEY_ID) throw new ApiError(1004, serviceMessage('api.first-key'));
    if (!(await keys.revoke(id))) throw new ApiError(1004, serviceMessage('api.no-key'), { http: 404 });
    return toSuccess({});
  });

  app.get('/console/api/webhooks', async () =>
    toSuccess({ webhooks: await webhooks.endpoints.list(), deliveries: await webhooks.deliveries.latest(ROWS) }),
  );
  app.post('/console/api/webhooks', async (request) => {
    const { data } = webhookBody.safeParse(parseJsonObject(request.body));
    const refusal = checkWebhookUrl(data?.url ?? '');
    if (refusal !== null || !data) throw new ApiError(1004, refusal ?? serviceMessage('api.webhook-url'));
    const added = await webhooks.endpoints.add(data.url);
    if (!added) throw new ApiError(1004, serviceMessage('api.webhook-exists'));
    return toSuccess(added);
  });
  app.delete<Named>('/console/api/webhooks/:id', async ({ params: { id } }) => {
    const found = (await webhooks.endpoints.list()).find((webhook) => webhook.id === id);
    if (!found) throw new ApiError(1004, serviceMessage('api.no-webhook'), { http: 404 });
    if (found.configured) throw new ApiError(1004, serviceMessage('api.webhook-configured'));
    await webhooks.endpoints.remove(id);
    return toSuccess({});
  });

  app.get('/console/api/tasks', async (request) => {
    const { data } = usageQuery.safeParse(request.query);
    if (!data) throw new ApiError(1004, serviceMessage('api.limit-offset', { max: LIMITS.usagePageRows }));
    return toSuccess((await tasks.page(data.limit, data.offset)).map(presentSummary));
  });
  app.post<Named>('/console/api/tasks/:id/cancel', async (request) => {
    parseJsonObject(request.body);
    const { id } = request.params;
    const task = await tasks.find(id);
    if (!task) throw new ApiError(2001, serviceMessage('api.no-such-task'));
    if (!(await queue.cancel(id))) throw new ApiError(1004, serviceMessage('api.task-ended', { status: task.status }));
    return toSuccess({ task_id: id });
  });

  app.get('/console/api/generators', async () => toSuccess(await describeGenerators(parts.generators ?? [])));

  app.get('/console/api/ledger', async (request) => {
    const { data } = ledgerQuery.safeParse(request.query);
    if (!data) throw new ApiError(1004, serviceMessage('api.limit-before', { max: LIMITS.usagePageRows }));
    const entries = await account.entries(data.limit, data.before);
    return toSuccess(
      entries.map(({ balanceChange, frozenChange, balanceAfter, ...entry }) => ({
        ...entry,
        balanceChange: toWireCredits(balanceChange),
        frozenChange: toWireCredits(frozenChange),
        balanceAfter: toWireCredits(balanceAfter),
      })),
    );
  });
  app.post('/console/api/top-ups', async (request) => {
    const { data } = topUpBody.safeParse(parseJsonObject(request.body));
    if (!data) throw new ApiError(1004, serviceMessage('api.top-up-amount'));
    if (account.isFree) throw new ApiError(1004, serviceMessage('api.top-up-free'));
    await account.topUp(data.amount);
    return toSuccess({ balance: toWireCredits((await account.balance()).balance) });
  });
}

/** The keys of a service whose keys have no rules. */
function addKeyRoutes(app: FastifyInstance, keys: ApiKeys): void {
  app.get('/console/api/keys', async () => toSuccess(await keys.list()));
  app.post('/console/api/keys', async (request) => {
    parseJsonObject(request.body);
    return toSuccess(await keys.make());
  });
}

interface Named {
  Params: { id: string };
}
