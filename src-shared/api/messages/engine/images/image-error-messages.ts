/** Messages of the engine: why an image cannot be used, in English; ICU templates by their ids. */
export const IMAGE_ERROR_MESSAGES = {
  'image-error.empty-file': 'The image file is empty. Export or download it again.',
  'image-error.unknown-format':
    'This file is not an image that Dropforge can read. Use PNG, JPEG, WebP, BMP, TIFF, GIF or AVIF.',
  'image-error.heic': 'This is a HEIC image, and Dropforge has no license to decode HEIC. Export it as JPEG or PNG.',
  'image-error.no-pixels': 'The image has no pixels. Export it again.',
  'image-error.too-large': 'The image has {width} × {height} pixels. Scale it down to at most 64 megapixels.',
  'image-error.too-long':
    'The image has {width} × {height} pixels. Scale it down or crop it to at most {max, number} pixels along each edge.',
  'image-error.too-much-memory':
    'The image has {width} × {height} pixels, and its format needs too much memory at that size. Save it as a JPEG that is not progressive, as a PNG that is not interlaced, or smaller.',
  'image-error.damaged': 'The image is incomplete or damaged. Copy, download or export it again.',
  'image-error.transparent': 'The image is completely transparent. Export it with a visible subject.',
  'image-error.opaque': 'It has no transparent pixels.',
  'image-error.bmp-truncated': 'The BMP file ends too early. Copy or export it again.',
  'image-error.bmp-layout': 'This type of BMP is not supported. Save the image as PNG or as a 24-bit BMP.',
  'image-error.no-subject': 'No subject was found. Use a cutout, or an image with a plain background.',
  'image-error.small-subject': 'The subject has only {width} × {height} pixels. Use a larger image.',
  'image-error.view':
    'The {view, select, front {front} back {back} left {left} other {right}} view cannot be used. {reason}',
  'image-error.style': 'The style image cannot be used. {reason}',
  'image-error.too-few-views': 'At least two views are needed: the front and one more.',
  'image-error.views-differ': 'The views do not show the same object: their outlines do not match.',
} as const;
