import { z } from 'zod';
import { deliverySchema, utcTimestamp, targetId } from './delivery-schemas.ts';

/** Seconds after its file was last written within which a target counts as live. */
const LIVE_SECONDS = 15;

/** As `LIVE_SECONDS`, for a target in the middle of an import, which may leave it no moment to say so. */
const BUSY_SECONDS = 120;

/** A target and what it does. The file's own time, by the clock of the disk, says how fresh that is. */
export const targetHeartbeat = z.object({
  schema: deliverySchema,
  target: targetId,
  program: z.string(),
  programVersion: z.string(),
  bridgeVersion: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Formats the target reads, the best first; `*` is any. */
  formats: z.array(z.string()),
  settings: z.record(z.string(), z.unknown()),
  state: z.enum(['idle', 'importing', 'stopped']),
  /** What lies in the folder and is not delivered, with the reason for a person. */
  ignored: z.array(z.object({ path: z.string(), reason: z.string() })),
  seenAt: utcTimestamp,
});

/** A target and what it does. */
export type TargetHeartbeat = Readonly<z.infer<typeof targetHeartbeat>>;

/** Whether a target is live, by the age of its file in seconds. */
export function isLive({ state }: Pick<TargetHeartbeat, 'state'>, ageSeconds: number): boolean {
  if (state === 'stopped') return false;
  return ageSeconds <= (state === 'importing' ? BUSY_SECONDS : LIVE_SECONDS);
}
