import { existsSync } from 'node:fs';
import path from 'node:path';

/** Names of the executables, and default install paths outside PATH. */
const PROGRAMS = {
  blender: {
    names: ['blender'],
    paths: [
      '/Applications/Blender.app/Contents/MacOS/Blender',
      'C:/Program Files/Blender Foundation/Blender/blender.exe',
    ],
  },
  chromium: {
    names: [
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'chrome',
      'microsoft-edge',
      'msedge',
    ],
    paths: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      'C:/Program Files/Google/Chrome/Application/chrome.exe',
      'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
      'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
      'C:/Program Files/Microsoft/Edge/Application/msedge.exe',
    ],
  },
} as const;

/** Finds a program on the PATH, then at its default install paths; null if it is not installed. Starts nothing. */
export function findProgram(program: keyof typeof PROGRAMS, env: NodeJS.ProcessEnv = process.env): string | null {
  const { names, paths } = PROGRAMS[program];
  const ending = process.platform === 'win32' ? '.exe' : '';
  const onPath = (env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) => names.map((name) => path.join(folder, name + ending)));
  return [...onPath, ...paths].find((file) => existsSync(file)) ?? null;
}
