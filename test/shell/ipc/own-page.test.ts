import { expect, test } from 'vitest';
import { isOwnPage } from '../../../src-main/shell/ipc/own-page.ts';

const page = { url: 'app://dropforge/index.html', parent: null };

test.each([
  ['the page in the top frame', page, true],
  ['the page in a frame inside it', { ...page, parent: page }, false],
  ['another page in the top frame', { url: 'https://dropforge/', parent: null }, false],
  ['a page whose host begins like ours', { url: 'app://dropforge.example/', parent: null }, false],
  ['a frame that has left', null, false],
])('calls are answered by sender: %s', (_, frame, isOwn) => {
  expect(isOwnPage(frame)).toBe(isOwn);
});
