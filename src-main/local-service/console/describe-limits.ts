import { toWireCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { ServiceConfig } from '../read-config.ts';

/** The limits that the console shows, under their configuration names. */
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
