import { spawn } from 'node:child_process';

/** How a command ended, and what it printed on either stream. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a command to its end, on this Node when it is a script; `show` prints what it says as it says it. */
export function runCommand(command: string, args: readonly string[], show = false): Promise<Ended> {
  return new Promise((resolve) => {
    // On Windows the tools are `.cmd` files, which only a shell can start; no argument here needs quoting.
    const child = spawn(command, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command !== process.execPath,
    });
    const parts: string[] = [];
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.setEncoding('utf8').on('data', (text: string) => {
        parts.push(text);
        if (show) to.write(text);
      });
    }
    child.once('error', (error) => resolve({ code: 1, output: `${command}: ${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: parts.join('') }));
  });
}

/** The last lines of a text, and how many were left out before them. */
export function tail(text: string, lines = 200): string {
  const all = text.trimEnd().split('\n');
  if (all.length <= lines) return all.join('\n');
  return [`… ${all.length - lines} lines before these`, ...all.slice(-lines)].join('\n');
}
