import { z } from 'zod';
import { messageOrTextSchema } from '../api/messages/message.ts';

/** One difference between two recipes, as it passes to the page. */
export const diffLine = z.object({ change: z.enum(['added', 'removed', 'changed']), text: messageOrTextSchema });

/** One difference between two recipes. */
export type DiffLine = Readonly<z.infer<typeof diffLine>>;

/** The mark of each change in lines of text. */
export const DIFF_MARKS: Readonly<Record<DiffLine['change'], string>> = { added: '+', removed: '-', changed: '~' };
