import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findShellHome } from '../../src-main/shell/shell-home.ts';

describe('findShellHome', () => {
  it.each([
    ['--home=/a', ['.', '--home=/a']],
    ['--home /a', ['.', '--home', '/a']],
    ['--user-data-dir=/a', ['--inspect=0', '.', '--user-data-dir=/a', '--no-sandbox']],
    ['--home before --user-data-dir', ['--user-data-dir=/b', '--home=/a']],
  ])('takes %s', (_, args) => {
    expect(findShellHome(args, { DROPFORGE_HOME: '/c' })).toMatchObject({ path: resolve('/a'), isolated: true });
  });

  it('takes DROPFORGE_HOME next, and the usual folder last', () => {
    expect(findShellHome(['--home='], { DROPFORGE_HOME: '/c' }).path).toBe(resolve('/c'));
    expect(findShellHome([], {}).isolated).toBe(false);
  });
});
