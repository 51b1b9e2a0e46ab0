import { FORMATS, FORMAT_ROWS } from './formats.ts';

/** Media types of images, by file name extension (IANA registry). */
const IMAGE_MEDIA_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  gif: 'image/gif',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  hdr: 'image/vnd.radiance',
} as const;

/** Media types of other served files: packages, videos and files of the page. */
const OTHER_MEDIA_TYPES = {
  zip: 'application/zip',
  webm: 'video/webm',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
} as const;

/** The media type of files with an unknown extension. */
export const UNKNOWN_MEDIA_TYPE = 'application/octet-stream';

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map<string, string>([
  ...FORMATS.map((format) => [FORMAT_ROWS[format].extension, FORMAT_ROWS[format].mime] as const),
  ...Object.entries(IMAGE_MEDIA_TYPES),
  ...Object.entries(OTHER_MEDIA_TYPES),
]);

/** Returns the media type of a file by its extension in any case; `application/octet-stream` if unknown. */
export function mediaTypeOf(fileName: string): string {
  const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return MEDIA_TYPES.get(extension) ?? UNKNOWN_MEDIA_TYPE;
}
