import type { Finding } from '../../src-shared/doctor/finding.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { toFinding } from './to-finding.ts';

/** A difference that networks and rounding do not explain. */
const MAX_DIFFERENCE_MS = 2 * 60_000;
const MINUTE_MS = 60_000;

/**
 * Compares the clock of this computer with the `Date` header of a service; `now`: epoch ms of this computer. Throws
 * AppError if the service has not answered yet and cannot be reached.
 */
export async function checkClock(client: Pick<ServiceClient, 'serverTime'>, now = Date.now): Promise<Finding> {
  const difference = now() - (await client.serverTime());
  if (Math.abs(difference) <= MAX_DIFFERENCE_MS) return toFinding('clock', 'ok', 'clockWell');
  const minutes = [String(Math.round(Math.abs(difference) / MINUTE_MS))];
  return toFinding('clock', 'note', difference > 0 ? 'clockAhead' : 'clockBehind', minutes, { fix: 'again' });
}
