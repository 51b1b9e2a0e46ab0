import { z } from 'zod';
import { isIssue, parseFileSource, type FileSource } from '../source.ts';

/** A field with a file: token, URL or file object (spec 4.2), parsed to a FileSource. */
export const fileInput = z.unknown().transform((value, context): FileSource => {
  const source = parseFileSource(value, 'file');
  if (!isIssue(source)) return source;
  context.addIssue({ code: 'custom', message: source.message });
  return z.NEVER;
});
