import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT, toUnpackedRoot, UNPACKED_ROOT } from '../../src-main/base/project-root.ts';

test('files for other programs and jobs are among the sources, and beside the archive of a packaged app', () => {
  expect(UNPACKED_ROOT).toBe(PROJECT_ROOT);
  const resources = path.join('/opt/app.asar files/resources');
  expect(toUnpackedRoot(path.join(resources, 'app.asar'))).toBe(path.join(resources, 'app.asar.unpacked'));
});
