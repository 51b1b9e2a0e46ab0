import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Opening a file with this name fails with EIO, once, at the n-th time until the test ends, as on a drive that drops out.
 * No file system here fails on demand, and hot folders read the real one.
 */
export function failOpen(name: string, nth: number, meanwhile: () => void = () => undefined): void {
  const real = fs.open;
  let opened = 0;
  const replace = (open: typeof fs.open): void => {
    fs.open = open;
    syncBuiltinESMExports();
  };
  replace(async (file, ...rest) => {
    if (typeof file !== 'string' || path.basename(file) !== name || ++opened !== nth) return real(file, ...rest);
    meanwhile();
    throw Object.assign(new Error(`EIO: i/o error, open '${file}'`), { code: 'EIO', errno: -5, syscall: 'open' });
  });
  onTestFinished(() => replace(real));
}
