import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../../src-main/dcc/send/run-program.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

function makeProgram(script: string): string {
  const file = path.join(makeTempFolder(), 'a program');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process that nobody waited for yet is dead all the same.
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe.skipIf(process.platform !== 'linux')('a program', () => {
  it('is given its arguments as they are, and what it says is heard', async () => {
    const program = makeProgram('printf "%s|" "$@"; echo trouble >&2; exit 3');
    const said = await runProgram(program, ['a b', '$(id)', '"'], { timeoutMs: 60_000 });
    expect(said).toEqual({ code: 3, out: 'a b|$(id)|"|', errors: 'trouble\n', isTimedOut: false });
  });

  it('that hangs is ended with all it started', async () => {
    const pids = path.join(makeTempFolder(), 'pids');
    const program = makeProgram(`sleep 60 & echo "$$ $!" > "${pids}.part"; mv "${pids}.part" "${pids}"; wait`);
    // A full machine may end it before it started anything: then it is given longer.
    for (let timeoutMs = 1_000; !existsSync(pids) && timeoutMs < 60_000; timeoutMs *= 4) {
      expect(await runProgram(program, [], { timeoutMs })).toMatchObject({ code: null, isTimedOut: true });
    }
    expect(existsSync(pids)).toBe(true);
    const [one = 0, other = 0] = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    await expect.poll(() => [isAlive(one), isAlive(other)]).toEqual([false, false]);
  });

  it('that is called off is ended', async () => {
    const abort = new AbortController();
    const running = runProgram(makeProgram('sleep 60'), [], { timeoutMs: 60_000, signal: abort.signal });
    abort.abort();
    expect(await running).toMatchObject({ code: null, isTimedOut: false });
  });

  it('that never stops talking is heard to its end, of which only the last is kept', async () => {
    const program = makeProgram('yes 0123456789 | head -c 3000000; echo; echo the end');
    const { out } = await runProgram(program, [], { timeoutMs: 60_000 });
    expect(out.length).toBeLessThanOrEqual(1 << 18);
    expect(out.endsWith('the end\n')).toBe(true);
  });

  it('that is not there is said so', async () => {
    await expect(runProgram('/no/such/program', [], { timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'program_missing',
      subject: 'program',
    });
  });
});
