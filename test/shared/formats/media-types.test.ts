import { expect, it } from 'vitest';
import { FORMATS, FORMAT_ROWS } from '../../../src-shared/formats/formats.ts';
import { mediaTypeOf, UNKNOWN_MEDIA_TYPE } from '../../../src-shared/formats/media-types.ts';

it('every model format has the media type of its row, whatever the case of the extension', () => {
  for (const format of FORMATS) {
    const { extension, mime } = FORMAT_ROWS[format];
    expect(mediaTypeOf(`Fox v1.2.${extension.toUpperCase()}`)).toBe(mime);
  }
});

it('images, packages and page files have the types browsers expect', () => {
  expect(['a.png', 'b.JPG', 'c.tif', 'd.gif', 'e.avif', 'f.zip', 'g.webm'].map(mediaTypeOf)).toEqual([
    'image/png',
    'image/jpeg',
    'image/tiff',
    'image/gif',
    'image/avif',
    'application/zip',
    'video/webm',
  ]);
  expect(mediaTypeOf('index.html')).toBe('text/html; charset=utf-8');
});

it('names without a known extension are plain bytes', () => {
  for (const name of [
    '',
    'glb',
    'fox.',
    'fox.exe',
    'folder.glb/fox',
    'folder.png\\fox',
    '__proto__',
    'x.constructor',
  ]) {
    expect(mediaTypeOf(name)).toBe(UNKNOWN_MEDIA_TYPE);
  }
});
