import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toWireCredits, wireCredits } from '../../../src-shared/api/pricing/credits.ts';
import { usageQuery } from '../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { createConsoleAuthenticator } from '../http/checks/authenticate.ts';
import { toSuccess } from '../http/envelope.ts';
import { presentSummary } from '../http/routes/present-task.ts';
import { parseJsonObject } from '../http/checks/parse-json-object.ts';
import { ApiError } from '../api-error.ts';
import { checkWebhookUrl } from '../webhooks/check-webhook-url.ts';
import { INITIAL_KEY_ID } from '../account/api-keys.ts';
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

/** The console's own API: authenticated by the console's token, JSON in and out, the same envelopes (spec 2.1). */
export function addConsoleApi(app: FastifyInstance, parts: ConsoleContext): void {
  const { keys, webhooks, tasks, ledger, book } = parts;
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, unmetered: true };
  });
  app.addHook('onRequest', createConsoleAuthenticator(parts.token));
  // A form of another page can post anything except JSON.
  app.addHook('onRequest', (request, _reply, done) => {
    const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
    if (request.method !== 'POST' || isJson) return done();
    done(new ApiError(1003, serviceMessage('api.json-only'), { http: 415 }));
  });

  app.get('/console/api/account', () => {
    const { balance, frozen } = ledger.balance();
    const money = { balance: toWireCredits(balance), frozen: toWireCredits(frozen), free: book.isFree };
    return toSuccess({ ...money, limits: parts.limits });
  });

  app.get('/console/api/keys', () => toSuccess(keys.list()));
  app.post('/console/api/keys', (request) => {
    parseJsonObject(request.body);
    return toSuccess(keys.make());
  });
  app.delete<Named>('/console/api/keys/:id', ({ params: { id } }) => {
    if (id === INITIAL_KEY_ID) throw new ApiError(1004, serviceMessage('api.first-key'));
    if (!keys.revoke(id)) throw new ApiError(1004, serviceMessage('api.no-key'), { http: 404 });
    return toSuccess({});
  });

  app.get('/console/api/webhooks', () =>
    toSuccess({ webhooks: webhooks.endpoints.list(), deliveries: webhooks.deliveries.latest(ROWS) }),
  );
  app.post('/console/api/webhooks', (request) => {
    const { data } = webhookBody.safeParse(parseJsonObject(request.body));
    const refusal = checkWebhookUrl(data?.url ?? '');
    if (refusal !== null || !data) throw new ApiError(1004, refusal ?? serviceMessage('api.webhook-url'));
    const added = webhooks.endpoints.add(data.url);
    if (!added) throw new ApiError(1004, serviceMessage('api.webhook-exists'));
    return toSuccess(added);
  });
  app.delete<Named>('/console/api/webhooks/:id', ({ params: { id } }) => {
    const found = webhooks.endpoints.list().find((webhook) => webhook.id === id);
    if (!found) throw new ApiError(1004, serviceMessage('api.no-webhook'), { http: 404 });
    if (found.configured) throw new ApiError(1004, serviceMessage('api.webhook-configured'));
    webhooks.endpoints.remove(id);
    return toSuccess({});
  });

  app.get('/console/api/tasks', (request) => {
    const { data } = usageQuery.safeParse(request.query);
    if (!data) throw new ApiError(1004, serviceMessage('api.limit-offset', { max: LIMITS.usagePageRows }));
    return toSuccess(tasks.page(data.limit, data.offset).map(presentSummary));
  });
  app.post<Named>('/console/api/tasks/:id/cancel', (request) => {
    parseJsonObject(request.body);
    const { id } = request.params;
    const task = tasks.find(id);
    if (!task) throw new ApiError(2001, serviceMessage('api.no-such-task'));
    if (!parts.cancel(id)) throw new ApiError(1004, serviceMessage('api.task-ended', { status: task.status }));
    return toSuccess({ task_id: id });
  });

  app.get('/console/api/ledger', (request) => {
    const { data } = ledgerQuery.safeParse(request.query);
    if (!data) throw new ApiError(1004, serviceMessage('api.limit-before', { max: LIMITS.usagePageRows }));
    return toSuccess(
      book.entries(data.limit, data.before).map(({ balanceChange, frozenChange, balanceAfter, ...entry }) => ({
        ...entry,
        balanceChange: toWireCredits(balanceChange),
        frozenChange: toWireCredits(frozenChange),
        balanceAfter: toWireCredits(balanceAfter),
      })),
    );
  });
  app.post('/console/api/top-ups', (request) => {
    const { data } = topUpBody.safeParse(parseJsonObject(request.body));
    if (!data) throw new ApiError(1004, serviceMessage('api.top-up-amount'));
    if (book.isFree) throw new ApiError(1004, serviceMessage('api.top-up-free'));
    book.topUp(data.amount);
    return toSuccess({ balance: toWireCredits(ledger.balance().balance) });
  });
}

interface Named {
  Params: { id: string };
}
