import { describe, expect, it } from 'vitest';
import { isHtml } from '../../src-main/links/is-html.ts';

describe('the start of an HTML page', () => {
  it.each([
    '<!doctype html>',
    ' \n<HTML lang="en">',
    '<?xml version="1.0"?> <html>',
    '<!-- a --> <!----><!-- <b> --> <script>',
    '<p>',
  ])('%s', (text) => expect(isHtml(text)).toBe(true));

  it.each(['', 'html', '<htmlx>', '<svg>', '<!-- <html>', '<!--> <html>', '<?xml <!-- a -->', 'a <html>'])(
    'is not %s',
    (text) => expect(isHtml(text)).toBe(false),
  );

  it.each([
    ['empty comments', '<!---->'],
    ['unfinished comments', '<!--'],
    ['comments and spaces', '<!-- -->    '],
    ['declarations', '<?xml>'],
    ['spaces', '     '],
  ])('is found in linear time behind many %s', (_, piece) => {
    // Quadratic time would need hours.
    expect(isHtml(piece.repeat(1_000_000))).toBe(false);
  });
});
