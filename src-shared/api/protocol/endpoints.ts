import { z } from 'zod';
import { wireCredits } from '../pricing/credits.ts';
import { PRESIGN_FORMATS } from './files.ts';
import { LIMITS, type RateClass } from './limits.ts';

/** An endpoint that creates no task: method, path, input and rate class. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** `:name` marks a parameter. */
  readonly path: string;
  readonly rateClass: RateClass;
  readonly section: string;
}

/** File, query and account endpoints (spec 4.5–4.7). */
export const ENDPOINTS = {
  getTask: { method: 'GET', path: '/v3/tasks/:task_id', rateClass: 'query', section: '4.5' },
  listTasks: { method: 'POST', path: '/v3/tasks/list', rateClass: 'query', section: '4.5' },
  uploadFile: { method: 'POST', path: '/v3/files', rateClass: 'upload', section: '4.6' },
  presign: { method: 'POST', path: '/v3/files/presign', rateClass: 'upload', section: '4.6' },
  uploadCredentials: { method: 'POST', path: '/v3/files/upload-credentials', rateClass: 'upload', section: '4.6' },
  getBalance: { method: 'GET', path: '/v3/account/balance', rateClass: 'query', section: '4.7' },
  getUsage: { method: 'GET', path: '/v3/account/usage', rateClass: 'query', section: '4.7' },
} as const satisfies Record<string, Endpoint>;

/** Body of a batch query (4.5). */
export const listTasksBody = z.looseObject({ task_ids: z.array(z.string()).max(LIMITS.batchQueryIds) });

/** Body of a presign call (4.6). */
export const presignBody = z.looseObject({ format: z.enum(PRESIGN_FORMATS) });

/** Response to a presign call (4.6); `expires_in` is always 1800 and not read. */
export const presignResponse = z.looseObject({ presigned_url: z.url(), file_token: z.string().min(1) });

/** Response to a balance query (4.7). */
export const balanceResponse = z.looseObject({ balance: wireCredits, frozen: wireCredits });

/** One row of the usage history (2.6). Only the id is required, so that an invalid row does not hide the others. */
export const usageRow = z.looseObject({
  task_id: z.string(),
  type: z.string().catch(''),
  status: z.string().catch(''),
  created_at: z.string().catch(''),
  credits_consumed: wireCredits.nullish().catch(null),
});

/** A parsed row of the usage history. */
export type UsageRow = z.infer<typeof usageRow>;

/** Query of a usage page (4.7); both parameters are optional, because real clients omit them. */
export const usageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIMITS.usagePageRows).default(LIMITS.usagePageRows),
  offset: z.coerce.number().int().min(0).default(0),
});
