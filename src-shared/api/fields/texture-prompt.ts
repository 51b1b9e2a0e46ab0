import { z } from 'zod';
import { fileInput } from './file-input.ts';
import type { FileSource } from '../source.ts';

const PARTS = ['text', 'image', 'images'] as const;

/** Maximum length of a texture prompt, in UTF-16 units (spec 4.4). */
export const MAX_TEXTURE_PROMPT_LENGTH = 1024;

/** A texture prompt (spec 4.4): an object with one of `text`, `image`, `images` (exactly four). */
export const texturePrompt = z
  .looseObject({
    text: z.string().min(1).max(MAX_TEXTURE_PROMPT_LENGTH).optional(),
    image: fileInput.optional(),
    images: z.array(fileInput).length(4).optional(),
  })
  .refine((prompt) => PARTS.filter((part) => prompt[part] !== undefined).length === 1, {
    message: 'Set exactly one of text, image and images',
  });

/** Lists the files of a texture prompt. */
export function listTexturePromptFiles(prompt: z.output<typeof texturePrompt> | undefined): FileSource[] {
  return [...(prompt?.image ? [prompt.image] : []), ...(prompt?.images ?? [])];
}
