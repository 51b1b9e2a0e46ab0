import { z } from 'zod';
import type { MessageOrText } from '../api/messages/message.ts';
import { messageOrTextSchema } from '../api/messages/message-schema.ts';
import { assetId, utcTimestamp, targetId } from './delivery-schemas.ts';

/** Progress of a delivery. */
const DELIVERY_STATUSES = ['waiting', 'claimed', 'imported', 'failed'] as const;

/** Delivery of one asset to one target, as displayed. */
export const deliveryView = z.object({
  assetId,
  /** Display name of the asset. */
  name: z.string(),
  target: targetId,
  status: z.enum(DELIVERY_STATUSES),
  /** Duration of the import; null before it. */
  seconds: z.number().nullable(),
  /** Messages from the program and about problems during delivery. */
  warnings: z.array(messageOrTextSchema).readonly(),
  /** Messages about differences from the manifest or the reason for failure, and what to do. */
  contradictions: z.array(messageOrTextSchema).readonly(),
  /** Time of the target's receipt, by its clock; null before. */
  at: utcTimestamp.nullable(),
});

/** Delivery of one asset to one target, as displayed. */
export type DeliveryView = Readonly<z.infer<typeof deliveryView>>;

/** A target that is or was connected to the output folder. */
export const liveTarget = z.object({
  target: targetId,
  program: z.string(),
  programVersion: z.string(),
  bridgeVersion: z.string(),
  host: z.string(),
  isLive: z.boolean(),
  state: z.enum(['idle', 'importing', 'stopped']),
  formats: z.array(z.string()).readonly(),
  /** Notes about an outdated bridge, and about files in the folder that are not delivered. */
  notes: z.array(messageOrTextSchema).readonly(),
});

/** A target that is or was connected to the output folder. */
export type LiveTarget = Readonly<z.infer<typeof liveTarget>>;

/** All deliveries from one output folder. */
export interface Deliveries {
  readonly deliveries: readonly DeliveryView[];
  readonly targets: readonly LiveTarget[];
  /** Messages about unusable protocol files and about the folder. */
  readonly problems: readonly MessageOrText[];
}
