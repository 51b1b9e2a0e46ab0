import { expect, test } from 'vitest';
import { runCli } from './commands/run-cli.ts';

test('a command that is asked for help says how it is used, and does nothing', async () => {
  for (const ask of ['--help', '-h']) {
    const { code, stdout, stderr } = await runCli(['make', 'no-such-file.png', ask]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: dropforge make FILE\|LINK… /);
  }
});

test('an option that does not exist is named beside the usage', async () => {
  const { code, stdout, stderr } = await runCli(['make', '--colour']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('--colour');
  expect(stderr).toContain('Usage: dropforge make FILE|LINK… ');
});
