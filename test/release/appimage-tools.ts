import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from './tools.ts';

/**
 * Writes the tools for an AppImage in the layout that electron-builder downloads, from programs of this system; returns their
 * folder. The runtime in front of the image is a program that ends at once, so the AppImage does not run.
 */
export function writeAppImageTools(folder: string): string {
  const host = path.join(folder, `linux-${process.arch}`);
  for (const each of [host, path.join(folder, 'lib/x64')]) mkdirSync(each, { recursive: true });
  for (const tool of ['mksquashfs', 'desktop-file-validate'] as const)
    symlinkSync(findOnPath(tool)!, path.join(host, tool));
  symlinkSync('/bin/true', path.join(folder, `runtime-${process.arch}`));
  return folder;
}
