import type { Message } from '../../../../src-shared/api/messages/message.ts';
import { EngineError } from '../errors/engine-error.ts';

/** A decoded image: sRGB with straight alpha, rows from the top, four bytes (RGBA) per pixel. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Reason why an image was rejected. `empty`: no bytes, no pixels, or nothing visible in it. */
export type ImageErrorCode = 'not_a_picture' | 'unsupported_file' | 'truncated' | 'too_large' | 'empty';

/** An image that cannot be used; `detail` says what is wrong and what to do. */
export class ImageError extends EngineError {
  override readonly name = 'ImageError';
  readonly code: ImageErrorCode;

  constructor(code: ImageErrorCode, detail: Message, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
  }
}
