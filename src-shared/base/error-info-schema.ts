import { z } from 'zod';
import { messageOrTextSchema } from '../api/messages/message-schema.ts';
import { ERROR_CODES, type ErrorInfo } from './errors.ts';

/** Validates an error that was sent or stored. Apart from the type, so that processes that only throw load no schemas. */
export const errorInfoSchema: z.ZodType<ErrorInfo> = z.object({
  code: z.enum(ERROR_CODES),
  subject: messageOrTextSchema.nullable(),
  detail: messageOrTextSchema,
  retryable: z.boolean(),
  requestId: z.string().nullable(),
});
