import type { MessageOrText } from '../../../src-shared/messages/message.ts';

/** An image a model names: a file beside it, or a piece of the model's own file. */
export interface NamedImage {
  /** As a person knows it. */
  readonly name: MessageOrText;
  /** File beside the model; null: the image has no place at all. */
  readonly file: string | null;
  /** Place within the model's own file, instead of a file beside it. */
  readonly range?: { readonly offset: number; readonly length: number };
}
