import type { MessageOrText } from '../../../src-shared/messages/message.ts';

/** An image that a model references: a side file, or a part of the model's own file. */
export interface NamedImage {
  /** Display name. */
  readonly name: MessageOrText;
  /** Side file of the model; null: the image has no location. */
  readonly file: string | null;
  /** Range within the model's own file, instead of a side file. */
  readonly range?: { readonly offset: number; readonly length: number };
}
