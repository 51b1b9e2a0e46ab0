import { describe, expect, test } from 'vitest';
import { findLinks, isUnencryptedLink, linkTitle, parseUriList } from '../../../src-shared/sources/links.ts';

describe('a text that is nothing but links', () => {
  test.each([
    ['https://a.example/cat.png', ['https://a.example/cat.png']],
    ['  HTTP://a.example/x?y=1#z\n', ['HTTP://a.example/x?y=1#z']],
    ['https://a.example/1 https://a.example/2\thttps://a.example/3', [1, 2, 3].map((at) => `https://a.example/${at}`)],
    ['data:image/png;base64,AAAA', ['data:image/png;base64,AAAA']],
    ['data:,x', ['data:,x']],
  ])('%j', (text, links) => expect(findLinks(text)).toEqual(links));

  test.each([
    '',
    ' ',
    'a chair like https://a.example/cat.png',
    'ftp://a.example/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    'https:///x',
    'https:a.example',
    'data:image/png;base64',
    'example.com/cat.png',
  ])('is not %j', (text) => expect(findLinks(text)).toEqual([]));
});

test('a dragged list has a link to a line; comments and other schemes are left out', () => {
  const list = '# from a page\r\nhttps://a.example/1.png\r\n\r\nmailto:me@a.example\nhttp://b.example/2.glb\r\n';
  expect(parseUriList(list)).toEqual(['https://a.example/1.png', 'http://b.example/2.glb']);
});

test('a link is called by its host and its last part, never by its query, a password or a fragment', () => {
  expect(linkTitle('https://a.example/x/y/cat.png?token=abc#top')).toBe('a.example/…/cat.png');
  expect(linkTitle('https://a.example/cat.png')).toBe('a.example/cat.png');
  expect(linkTitle('https://me:secret@a.example:8443/?k=1')).toBe('a.example:8443');
  expect(linkTitle('data:image/png;base64,AAAA')).toBe('data:…');
  expect(linkTitle(`https://a.example/${'y'.repeat(5_000)}`).length).toBeLessThan(80);
});

test('only http lets others read along', () => {
  expect([isUnencryptedLink('http://a'), isUnencryptedLink('HTTP://a'), isUnencryptedLink('https://a')]).toEqual([
    true,
    true,
    false,
  ]);
});
