import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Computer } from '../../../src-main/dcc/detect/computer.ts';
import type { RegistryValue } from '../../../src-main/dcc/detect/windows-registry.ts';

/** A computer of any system made of a real folder: a path outside of the folder stands for one inside. */
export interface OtherComputer extends Computer {
  readonly home: string;
  /** Puts an empty file, or one with a text, where the system has that path; answers the path as finders see it. */
  put(at: string, text?: string): string;
  /** A program that answers as the script says, wherever the system runs; answers its real path. */
  putProgram(at: string, script: string): string;
}

interface Given {
  readonly platform: NodeJS.Platform;
  readonly env?: NodeJS.ProcessEnv;
  /** Values by key and name, `KEY name`. */
  readonly registry?: Readonly<Record<string, readonly RegistryValue[]>>;
}

/** A computer inside a folder. */
export function makeComputer(root: string, { platform, env = {}, registry = {} }: Given): OtherComputer {
  const home = path.join(root, 'home');
  mkdirSync(home, { recursive: true });
  const real = (at: string): string => (at.startsWith(root) ? at : path.join(root, at));
  const put = (at: string, text = ''): string => {
    mkdirSync(path.dirname(real(at)), { recursive: true });
    writeFileSync(real(at), text);
    return at;
  };
  return {
    platform,
    env,
    home,
    list: async (folder) => (existsSync(real(folder)) ? readdirSync(real(folder)).sort() : []),
    exists: async (at) => existsSync(real(at)),
    resolve: async (at) => at,
    read: async (file) => (existsSync(real(file)) ? readFileSync(real(file), 'utf8') : null),
    readRegistry: async (key, name) => registry[`${key} ${name}`] ?? [],
    put,
    putProgram: (at, script) => {
      put(at, `#!/bin/sh\n${script}\n`);
      chmodSync(real(at), 0o755);
      return real(at);
    },
  };
}
