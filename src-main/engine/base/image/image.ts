/** A decoded picture: sRGB with straight alpha, rows from the top, four bytes (RGBA) per pixel. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Why a picture was refused. `empty`: no bytes, no pixels, or nothing visible in it. */
export type ImageErrorCode = 'not_a_picture' | 'truncated' | 'too_large' | 'empty';

/** A picture that cannot be used; the message is one calm sentence for people: what is wrong and what to do. */
export class ImageError extends Error {
  readonly code: ImageErrorCode;

  constructor(code: ImageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PictureError';
    this.code = code;
  }
}
