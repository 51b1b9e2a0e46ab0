import { toWireCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { ServiceConfig } from '../read-config.ts';

/** What the console shows of the configuration, under the configuration's own names. */
export function describeLimits(config: ServiceConfig): Readonly<Record<string, unknown>> {
  const { region, limits, entitlements, balanceAlert } = config;
  const { presignTtlSeconds, outputUrlTtlSeconds, queueTimeoutSeconds } = config;
  const { concurrency, ...rates } = limits;
  return {
    region,
    ...rates,
    concurrency,
    presignTtlSeconds,
    outputUrlTtlSeconds,
    queueTimeoutSeconds,
    ...(balanceAlert === undefined ? {} : { balanceAlert: toWireCredits(balanceAlert) }),
    entitlements,
  };
}
