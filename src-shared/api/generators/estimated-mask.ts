import { z } from 'zod';
import { fileToken } from '../protocol/files.ts';

/** Asks a service for the mask that its network, or its generator that removes backgrounds, finds in an uploaded image. */
export const maskRequest = z.object({ input: fileToken });

/** The mask of an image. */
export const estimatedMask = z.object({
  /** Name of the file of the network, or of the generator. */
  name: z.string().max(300),
  /** Gray PNG in base64, at most 1,024 pixels wide and high: white is the subject. */
  mask: z.base64(),
});
