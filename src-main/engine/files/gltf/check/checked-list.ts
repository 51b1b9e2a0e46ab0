import { z } from 'zod';

/**
 * A list like `z.array`, with `min` to `max` elements, that stops at the first element that is wrong: `z.array` collects
 * an issue for each, so that a few megabytes of JSON take hundreds.
 */
export function checkedList<T extends z.ZodType>(element: T, min = 0, max = Infinity) {
  return z.custom<unknown[]>(Array.isArray).transform((values, context): z.output<T>[] => {
    if (values.length < min || values.length > max) return fail(context, [], 'The list has a wrong length.');
    const parsed: z.output<T>[] = [];
    for (let at = 0; at < values.length; at++) {
      const result = element.safeParse(values[at]);
      if (!result.success) return fail(context, [at], 'The element is wrong.');
      parsed.push(result.data);
    }
    return parsed;
  });
}

/** A record like `z.record` with texts as keys and at most `max` of them that stops at the first value that is wrong. */
export function checkedRecord<T extends z.ZodType>(element: T, max: number) {
  const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
  return z.custom<Record<string, unknown>>(isRecord).transform((values, context): Record<string, z.output<T>> => {
    const keys = Object.keys(values);
    if (keys.length > max) return fail(context, [], 'The record is too long.');
    const parsed: [string, z.output<T>][] = [];
    for (const key of keys) {
      const result = element.safeParse(values[key]);
      if (!result.success) return fail(context, [key], 'The value is wrong.');
      parsed.push([key, result.data]);
    }
    return Object.fromEntries(parsed);
  });
}

function fail(context: z.RefinementCtx, path: (string | number)[], message: string): never {
  context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
}
