import { z } from 'zod';

/** Kinds of webhook events (spec 6.1). */
export const EVENT_TYPES = ['task.completed', 'task.failed', 'balance.low'] as const;

/** A kind of webhook event. */
export type EventType = (typeof EVENT_TYPES)[number];

/** Headers of a delivery beside the content type (6.3). */
export const WEBHOOK_HEADERS = {
  webhook: 'service-webhook-id',
  delivery: 'service-webhook-delivery',
  event: 'service-webhook-event',
  signature: 'service-webhook-signature',
} as const;

/** How a signing secret begins (part 6). */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** What an event of a task tells (6.2); the code of an error is text here, while a task query carries a number. */
export const taskEventData = z.looseObject({
  task_id: z.string(),
  type: z.string(),
  status: z.string(),
  output: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});

/** What `balance.low` tells, in credits (6.2). */
const balanceEventData = z.looseObject({ balance: z.number(), threshold: z.number() });

/** The body of a delivery (6.2); `id` is composed of the task id and the event's type. */
export const webhookEvent = z.looseObject({
  id: z.string(),
  type: z.enum(EVENT_TYPES),
  created_at: z.iso.datetime(),
  data: z.union([taskEventData, balanceEventData]),
});

/** An event as it is delivered. */
export type WebhookEvent = z.infer<typeof webhookEvent>;
