import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDropforgeLink } from '../../../src-main/shell/open/dropforge-link.ts';

const posix = (link: string) => parseDropforgeLink(link, path.posix);
const windows = (link: string) => parseDropforgeLink(link, path.win32);

describe('a link', () => {
  it('shows a view', () => {
    for (const link of ['dropforge:gallery', 'dropforge://gallery', 'dropforge://gallery/', 'DROPFORGE:gallery'])
      expect(posix(link)).toEqual({ kind: 'view', view: 'gallery' });
  });

  it('shows a job', () => {
    const id = 'aa3b1e1c-5f0e-4b6e-9a6e-0a4bff3d0c11';
    for (const link of [`dropforge:job/${id}`, `dropforge://job/${id}/`])
      expect(posix(link)).toEqual({ kind: 'job', id });
  });

  it('proposes a recipe file of this computer', () => {
    expect(posix('dropforge:recipe?file=%2Fhome%2Fme%2Fmy%20game.dropforge-recipe')).toEqual({
      kind: 'recipe',
      path: '/home/me/my game.dropforge-recipe',
    });
    expect(windows('dropforge:recipe?file=C%3A%5CRecipes%5Cgame.dropforge-recipe')).toEqual({
      kind: 'recipe',
      path: 'C:\\Recipes\\game.dropforge-recipe',
    });
  });

  it.each([
    'dropforge:',
    'dropforge:add',
    'dropforge:operations',
    'dropforge:gallery/x',
    'dropforge:gallery?file=/a.dropforge-recipe',
    'dropforge:job',
    'dropforge:job/',
    'dropforge:job/..%2f..',
    'dropforge:job/a/b',
    `dropforge:job/${'a'.repeat(65)}`,
    'dropforge:job/a?file=/a.dropforge-recipe',
    'dropforge:job/a --inspect',
    'dropforge:recipe',
    'dropforge:recipe?file=',
    'dropforge:recipe?file=%',
    'dropforge:recipe?file=game.dropforge-recipe',
    'dropforge:recipe?file=/etc/passwd',
    'dropforge:recipe?file=/a/../b.dropforge-recipe',
    'dropforge:recipe?file=/a%00.dropforge-recipe',
    'dropforge:recipe?file=//host/share/a.dropforge-recipe',
    'dropforge:recipe?file=/a.dropforge-recipe&go=1',
    'dropforge:recipe?go=1&file=/a.dropforge-recipe',
    `dropforge:recipe?file=/${'a'.repeat(9_000)}.dropforge-recipe`,
    'dropforge:gallery\nx',
    'https://example.invalid/dropforge:gallery',
    'xdropforge:gallery',
  ])('is ignored: %s', (link) => {
    expect(posix(link)).toBeNull();
  });

  it.each([
    '%5C%5Chost%5Cshare%5Ca.dropforge-recipe',
    '%5C%5C%3F%5CUNC%5Chost%5Ca.dropforge-recipe',
    '%5C%5C.%5Cpipe%5Ca.dropforge-recipe',
    '%2F%2Fhost%2Fshare%2Fa.dropforge-recipe',
    'C%3Aa.dropforge-recipe',
    'C%3A%5Ca%5C..%5Cb.dropforge-recipe',
  ])('names no share, device or relative path on Windows: %s', (file) => {
    expect(windows(`dropforge:recipe?file=${file}`)).toBeNull();
  });

  it('never throws, and names only absolute recipe files', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        for (const link of [
          text,
          `dropforge:${text}`,
          `dropforge:recipe?file=${encodeURIComponent(text.toWellFormed())}`,
        ]) {
          const request = posix(link);
          if (request?.kind === 'recipe') expect(request.path).toMatch(/^\/(?!\/).*\.dropforge-recipe$/i);
        }
      }),
    );
  });
});
