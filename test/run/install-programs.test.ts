import { expect, test } from 'vitest';
import { needsEveryProgram } from './install-programs.ts';

test('on Linux, continuous integration needs every program of the tests; elsewhere tests of missing ones are skipped', () => {
  expect(needsEveryProgram({ platform: 'linux', isCi: true })).toBe(true);
  expect(needsEveryProgram({ platform: 'linux', isCi: false })).toBe(false);
  expect(needsEveryProgram({ platform: 'darwin', isCi: true })).toBe(false);
  expect(needsEveryProgram({ platform: 'win32', isCi: true })).toBe(false);
});
