import type { FastifyInstance } from 'fastify';
import { toWireCredits } from '../../../../src-shared/api/pricing/credits.ts';
import { ENDPOINTS, usageQuery } from '../../../../src-shared/api/protocol/endpoints.ts';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { toSuccess } from '../envelope.ts';
import { presentSummary } from './present-task.ts';
import type { ServiceContext } from '../service-context.ts';

/** Plain decimal numbers; other notations, such as 0x10, are rejected. */
const DIGITS = /^\d{1,15}$/;

/** Balance and usage history (spec 4.7); the newest task comes first. */
export function addAccountRoutes(app: FastifyInstance, { account, tasks }: ServiceContext): void {
  const { getBalance, getUsage } = ENDPOINTS;

  app.get(getBalance.path, { config: { rateClass: getBalance.rateClass } }, async () => {
    const { balance, frozen } = await account.balance();
    return toSuccess({ balance: toWireCredits(balance), frozen: toWireCredits(frozen) });
  });

  app.get(getUsage.path, { config: { rateClass: getUsage.rateClass } }, async (request) => {
    const query = usageQuery.safeParse(request.query);
    const { limit = '0', offset = '0' } = request.query as Readonly<Record<string, unknown>>;
    if (!query.success || ![limit, offset].every((given) => DIGITS.test(String(given)))) {
      throw new ApiError(1004, serviceMessage('api.limit-offset', { max: LIMITS.usagePageRows }));
    }
    return toSuccess((await tasks.page(query.data.limit, query.data.offset)).map(presentSummary));
  });
}
