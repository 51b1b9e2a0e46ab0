import { z } from 'zod';

/** Types of webhook events (spec 6.1). */
export const EVENT_TYPES = ['task.completed', 'task.failed', 'balance.low'] as const;

/** A type of webhook event. */
export type EventType = (typeof EVENT_TYPES)[number];

/** Headers of a webhook delivery besides the content type (6.3). */
export const WEBHOOK_HEADERS = {
  webhook: 'service-webhook-id',
  delivery: 'service-webhook-delivery',
  event: 'service-webhook-event',
  signature: 'service-webhook-signature',
} as const;

/** Prefix of a signing secret (part 6). */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** Data of a task event (6.2); its error code is text, while a task query returns a number. */
export const taskEventData = z.looseObject({
  task_id: z.string(),
  type: z.string(),
  status: z.string(),
  output: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});

/** Data of `balance.low`, in credits (6.2). */
const balanceEventData = z.looseObject({ balance: z.number(), threshold: z.number() });

/** Body of a webhook delivery (6.2); `id` consists of the task id and the event type. */
export const webhookEvent = z.looseObject({
  id: z.string(),
  type: z.enum(EVENT_TYPES),
  created_at: z.iso.datetime(),
  data: z.union([taskEventData, balanceEventData]),
});

/** A delivered event. */
export type WebhookEvent = z.infer<typeof webhookEvent>;
