import type { AnyValues } from '../../../src-shared/api/operation.ts';
import type { Appearance } from './generator.ts';

/** The description of the texture that a request of `texture_model` has (spec 4.4). */
export function readAppearance({ texture_prompt: described }: AnyValues): Appearance {
  const prompt = (described ?? {}) as Readonly<Record<string, unknown>>;
  return (['text', 'image', 'images'] as const).find((kind) => prompt[kind] !== undefined) ?? 'none';
}

/** The text that describes the model or its texture; null: there is none. */
export function readPrompt({ prompt, texture_prompt: described }: AnyValues): string | null {
  const text = prompt ?? (described as { readonly text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : null;
}

/** True if the result of a request has a texture; PBR maps imply one (spec 4.2). */
export function wantsTexture({ texture, pbr }: AnyValues): boolean {
  return texture !== false || pbr === true;
}
