import { existsSync, globSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { System } from './dummy-runtime.ts';

/** A packaged app before it becomes an installer. */
export interface PackagedApp {
  readonly system: System;
  /** The folder, or the bundle on macOS. */
  readonly folder: string;
  /** The executable, or on macOS the bundle, that holds the fuses. */
  readonly fused: string;
  readonly resources: string;
}

/** The packaged apps that electron-builder left in its output folder. */
export function findPackagedApps(output: string): PackagedApp[] {
  return readdirSync(output)
    .toSorted()
    .flatMap((name): PackagedApp[] => {
      const folder = path.join(output, name);
      if (!statSync(folder).isDirectory()) return [];
      const at = (...parts: string[]): string => path.join(folder, ...parts);
      if (/^linux.*unpacked$/.test(name))
        return [{ system: 'linux', folder, fused: at('dropforge'), resources: at('resources') }];
      if (/^win.*unpacked$/.test(name))
        return [{ system: 'win', folder, fused: at('Dropforge.exe'), resources: at('resources') }];
      const bundle = at('Dropforge.app');
      return existsSync(bundle)
        ? [{ system: 'mac', folder: bundle, fused: bundle, resources: path.join(bundle, 'Contents/Resources') }]
        : [];
    });
}

/** The packages in the output folder, by file name. */
export function findPackages(output: string): string[] {
  return globSync('*.{deb,rpm,AppImage,exe,dmg,zip}', { cwd: output }).toSorted();
}
