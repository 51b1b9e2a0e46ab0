import { z } from 'zod';
import { messageOrTextSchema } from '../api/messages/message-schema.ts';

/** One difference between two recipes, as sent to the page. */
export const diffLine = z.object({ change: z.enum(['added', 'removed', 'changed']), text: messageOrTextSchema });

/** One difference between two recipes. */
export type DiffLine = Readonly<z.infer<typeof diffLine>>;

/** Prefix of each kind of change in text output. */
export const DIFF_MARKS: Readonly<Record<DiffLine['change'], string>> = { added: '+', removed: '-', changed: '~' };
