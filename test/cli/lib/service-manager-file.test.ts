import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatServiceManagerFile } from '../../../src-main/cli/lib/service-manager-file.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli } from '../commands/run-cli.ts';

/** Words that each of the three syntaxes has something to say about. */
const ARGS = [
  'watch',
  '--folder',
  '/in & <out>',
  'a "quoted" word',
  '50 % of $HOME',
  'back\\slash\\',
  "it's",
  '',
  '椅子',
];

const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** What Python's own reader of a format makes of a text. */
function readWithPython(code: string, text: string): unknown {
  return JSON.parse(
    execFileSync('python3', ['-c', `import json, sys\n${code}`], { input: text, encoding: 'utf8' }),
  ) as unknown;
}

describe('the file for the system’s own starter', () => {
  test.skipIf(!hasPython)('of launchd is a property list with every word as it was', () => {
    const text = formatServiceManagerFile('launchd', { program: '/usr/bin/node', args: ARGS });
    const read = readWithPython('import plistlib; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))', text);
    expect(read).toMatchObject({ RunAtLoad: true, ProgramArguments: ['/usr/bin/node', ...ARGS] });
  });

  test.skipIf(!hasPython)('of Windows is XML whose arguments Windows’ own rules read back', () => {
    const text = formatServiceManagerFile('windows', { program: 'C:\\Program Files\\node.exe', args: ARGS });
    // subprocess.list2cmdline writes what CommandLineToArgvW reads.
    const code = `import subprocess, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
name = '{http://schemas.microsoft.com/windows/2004/02/mit/task}'
found = {each: root.find('.//' + name + each).text for each in ('Command', 'Arguments', 'ExecutionTimeLimit')}
print(json.dumps([found, subprocess.list2cmdline(${JSON.stringify(ARGS)})]))`;
    const [found, wanted] = readWithPython(code, text) as [Record<string, string>, string];
    expect(found).toEqual({ Command: 'C:\\Program Files\\node.exe', Arguments: wanted, ExecutionTimeLimit: 'PT0S' });
  });

  test('of systemd escapes what stands for something there', () => {
    const text = formatServiceManagerFile('systemd', { program: '/usr/bin/node', args: ARGS });
    expect(text).toContain(
      String.raw`ExecStart="/usr/bin/node" "watch" "--folder" "/in & <out>" "a \"quoted\" word" "50 %% of $$HOME" "back\\slash\\" "it's" "" "椅子"`,
    );
    expect(text).toMatch(/^\[Install\]\nWantedBy=default\.target$/m);
  });

  test.skipIf(!hasSystemd)('of systemd is one that systemd takes', () => {
    const folder = makeTempFolder();
    mkdirSync(folder, { recursive: true });
    const unit = path.join(folder, 'dropforge-watch.service');
    writeFileSync(unit, formatServiceManagerFile('systemd', { program: process.execPath, args: ARGS }));
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--user', unit], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('dropforge-watch'))).toEqual([]);
  });
});

test('“watch --print-service” prints this very command, with whole paths, and watches nothing', async () => {
  const { code, stdout } = await runCli(['watch', '--folder', 'in', '--print-service', 'systemd', '--recipe', 'game']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ExecStart=".*node.*" ".*cli\.ts" "watch" "--folder" "\/.*\/in" "--recipe" "game"$/m);
  expect(await runCli(['watch', '--print-service', 'cron'])).toMatchObject({ code: 2 });
});
