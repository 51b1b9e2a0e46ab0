import { z } from 'zod';

/** What ended unexpectedly: Dropforge itself, the process of its page, of its graphics, or another one of the window. */
export const crashKind = z.enum(['app', 'page', 'graphics', 'helper']);

/** What ended unexpectedly. */
export type CrashKind = z.infer<typeof crashKind>;

/** A report about a crash, for the person only: it is never sent. */
export const crashReport = z.object({
  kind: crashKind,
  /** Epoch ms. */
  at: z.number(),
  /** Without secrets and home folders. */
  text: z.string(),
});

/** A report about a crash. */
export type CrashReport = Readonly<z.infer<typeof crashReport>>;
