import type { z } from 'zod';

/** Calls by their channel: [input, output]. */
export type CallTable = Readonly<Record<string, readonly [input: z.ZodType, output: z.ZodType]>>;

/** One function for each call of a table; a missing, unknown or mistyped one is a compile error. */
export type HandlersOf<Calls extends CallTable> = {
  readonly [Channel in keyof Calls]: (input: z.output<Calls[Channel][0]>) => Promise<z.output<Calls[Channel][1]>>;
};
