import { z } from 'zod';
import { messageOrTextSchema, type MessageOrText } from '../api/messages/message.ts';
import { assetId, utcTimestamp, targetId } from './delivery-schemas.ts';

/** How far an asset is on its way to a target. */
const DELIVERY_STATUSES = ['waiting', 'claimed', 'imported', 'failed'] as const;

/** One asset and one target, as a person sees them. */
export const deliveryView = z.object({
  assetId,
  /** What a person calls the asset. */
  name: z.string(),
  target: targetId,
  status: z.enum(DELIVERY_STATUSES),
  /** How long the import took; null before there was one. */
  seconds: z.number().nullable(),
  /** Sentences: of the program, and of what went wrong on the way. */
  warnings: z.array(messageOrTextSchema).readonly(),
  /** Sentences: what arrived otherwise than promised, why it failed, and what to do. */
  contradictions: z.array(messageOrTextSchema).readonly(),
  /** When the target answered, by its clock; null before. */
  at: utcTimestamp.nullable(),
});

/** One asset and one target, as a person sees them. */
export type DeliveryView = Readonly<z.infer<typeof deliveryView>>;

/** A target that shows signs of life in the output folder, or once did. */
export const liveTarget = z.object({
  target: targetId,
  program: z.string(),
  programVersion: z.string(),
  bridgeVersion: z.string(),
  host: z.string(),
  isLive: z.boolean(),
  state: z.enum(['idle', 'importing', 'stopped']),
  formats: z.array(z.string()).readonly(),
  /** An old bridge, and what lies in the folder and is not delivered. */
  notes: z.array(messageOrTextSchema).readonly(),
});

/** A target that shows signs of life in the output folder, or once did. */
export type LiveTarget = Readonly<z.infer<typeof liveTarget>>;

/** All that is known of deliveries from one output folder. */
export interface Deliveries {
  readonly deliveries: readonly DeliveryView[];
  readonly targets: readonly LiveTarget[];
  /** Files of the protocol that cannot be used, and on the folder itself. */
  readonly problems: readonly MessageOrText[];
}
