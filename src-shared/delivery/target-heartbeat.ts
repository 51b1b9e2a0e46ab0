import { z } from 'zod';
import { deliverySchema, utcTimestamp, targetId } from './delivery-schemas.ts';

/** Maximum age in seconds of a heartbeat file whose target counts as live. */
const LIVE_SECONDS = 15;

/** The same for a target that is importing, which may block its heartbeat. */
const BUSY_SECONDS = 120;

/**
 * A target and its activity. The modification time of the file, by the clock of the disk, is the time of the heartbeat.
 */
export const targetHeartbeat = z.object({
  schema: deliverySchema,
  target: targetId,
  program: z.string(),
  programVersion: z.string(),
  bridgeVersion: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Formats the target reads, best first; `*` is any. */
  formats: z.array(z.string()),
  settings: z.record(z.string(), z.unknown()),
  state: z.enum(['idle', 'importing', 'stopped']),
  /** Files in the folder that are not delivered, with the reason for the user. */
  ignored: z.array(z.object({ path: z.string(), reason: z.string() })),
  seenAt: utcTimestamp,
});

/** A target and its activity. */
export type TargetHeartbeat = Readonly<z.infer<typeof targetHeartbeat>>;

/** True if a target is live, by the age of its file in seconds. */
export function isLive({ state }: Pick<TargetHeartbeat, 'state'>, ageSeconds: number): boolean {
  if (state === 'stopped') return false;
  return ageSeconds <= (state === 'importing' ? BUSY_SECONDS : LIVE_SECONDS);
}
