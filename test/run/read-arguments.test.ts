import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COMMANDS = ['test/fuzz/run.ts', 'test/long/run.ts', 'test/simulation/run.ts'];

function run(...args: readonly string[]): { readonly status: number | null; readonly error: string } {
  const { status, stderr } = spawnSync(process.execPath, [...args], { cwd: ROOT, encoding: 'utf8' });
  return { status, error: stderr };
}

test.each(COMMANDS)('%s --help prints the usage and runs nothing', (command) => {
  const output = execFileSync(process.execPath, [command, '--help'], { cwd: ROOT, encoding: 'utf8' });
  expect(output).toMatch(/^npm run [\w:]+ -- /);
  expect(output).toContain('--seed N');
});

test.each(COMMANDS)('%s refuses an unknown option', (command) => {
  const { status, error } = run(command, '--sede', '4');
  expect(status).toBe(2);
  expect(error).toContain('--sede');
  expect(error).toContain('--seed N');
});

test.each([
  ['test/fuzz/run.ts', '--minutes', 'many', '--minutes takes a number of 0.01 or more, not “many”.'],
  ['test/fuzz/run.ts', '--minutes', '0', '--minutes takes a number of 0.01 or more, not “0”.'],
  ['test/fuzz/run.ts', '--cases', '1.5', '--cases takes a whole number of 1 or more, not “1.5”.'],
  ['test/fuzz/run.ts', '--seed', '', '--seed takes a whole number of 0 or more, not “”.'],
  ['test/fuzz/run.ts', '--target', 'obi', 'No target is named “obi”.'],
  ['test/long/run.ts', '--scale', 'Infinity', '--scale takes a number of 0.0001 or more, not “Infinity”.'],
  ['test/long/run.ts', '--seed', '1e300', '--seed takes a whole number of 0 or more, not “1e300”.'],
  ['test/simulation/run.ts', '--seeds', '-5', '--seeds takes a whole number of 1 or more, not “-5”.'],
  ['test/simulation/run.ts', '--workers', '1000', '--workers takes a whole number from 1 to 256, not “1000”.'],
])('%s %s %s is refused', (command, option, value, sentence) => {
  const { status, error } = run(command, `${option}=${value}`);
  expect(status).toBe(2);
  expect(error).toContain(sentence);
});

test('test/long/run.ts refuses the name of no check', () => {
  const { status, error } = run('test/long/run.ts', 'simulatoin');
  expect(status).toBe(2);
  expect(error).toContain('No check is named “simulatoin”.');
  expect(error).toContain('short simulation');
});
