import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { VERSION } from '../../src-main/base/project-root.ts';
import { COMMAND_SECTIONS } from '../../src-main/cli/command-sections.ts';
import { createProgram } from '../../src-main/cli/lib/command/create-program.ts';
import { isCommandGroup, type CommandNode } from '../../src-main/cli/lib/command/define-command.ts';
import { runCli } from './commands/run-cli.ts';

const KEY = 'sk_never_to_be_seen_again';

/** Makes a process write the URL of each module that it loads to stderr. */
const NAME_MODULES = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context)) });`;

test('the help of a command shows its usage, options and examples, and runs nothing', async () => {
  for (const args of [
    ['make', 'no-such-file.png', '--help'],
    ['make', '-h'],
    ['help', 'make'],
  ]) {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: dropforge make FILE\|LINK… \[options\]\n/);
    expect(stdout).toContain('--recipe <NAME>    Recipe to run. Default: draft.');
    expect(stdout).toContain('Examples:\n  dropforge make chair.png\n');
  }
  const { stdout } = await runCli(['help', 'budget', 'set', 'recipe']);
  expect(stdout).toMatch(/^Usage: dropforge budget set recipe ID AMOUNT\|none \[options\]\n/);
});

test('the help of the program lists every command under a heading', async () => {
  const { code, stdout } = await runCli([]);
  expect([code, (await runCli(['--help'])).stdout, (await runCli(['help'])).stdout]).toEqual([0, stdout, stdout]);
  for (const { title, commands } of COMMAND_SECTIONS) {
    expect(stdout).toContain(`\n${title}:\n`);
    for (const { name, summary } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
  }
});

test('the help loads the definitions of the commands, and neither their code nor schemas', async () => {
  const cli = path.join(import.meta.dirname, '../../src-main/cli.ts');
  const hook = `data:text/javascript,${encodeURIComponent(NAME_MODULES)}`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', hook, cli, '--help']);
  const modules = stderr.trim().split('\n');
  expect(modules.filter((url) => url.includes('/src-main/cli/commands/')).length).toBeGreaterThan(20);
  expect(modules.filter((url) => /\/zod\/|\/src-main\/cli\/actions\//.test(url))).toEqual([]);
});

test('a wrong call is named with the nearest word, exits with 2, and answers scripts with an envelope', async () => {
  const cases: [string[], string][] = [
    [['make', '--colour'], 'Unknown option “--colour”.\nRun “dropforge help make” for usage.\n'],
    [['make', 'a.png', '--recipes', 'x'], 'Unknown option “--recipes”. Did you mean --recipe?\n'],
    [['mak'], 'Unknown command “mak”. Did you mean make?\nRun “dropforge help” for usage.\n'],
    [['mak', '--help'], 'Unknown command “mak”. Did you mean make?\nRun “dropforge help” for usage.\n'],
    [['queue', 'mvoe', '-h'], 'Unknown command “mvoe”. Did you mean move?\nRun “dropforge help queue” for usage.\n'],
    [['queue', 'mvoe', 'a'], 'Unknown command “mvoe”. Did you mean move?\nRun “dropforge help queue” for usage.\n'],
    [['make'], 'The argument FILE|LINK is missing.\n'],
    [['balance', 'now'], 'Too many arguments: 1 instead of 0.\n'],
    [['make', 'a.png', '--out', '--yes'], '--out needs a value.\n'],
    [['make', 'a.png', '--out', ''], '“” is not valid for --out. It must not be empty.\n'],
    [['balance', '--home='], '“” is not valid for --home. It must not be empty.\n'],
    [['folders', 'add', ''], '“” is not valid. It must not be empty.\n'],
    [['queue', 'cancel', 'a', ''], '“” is not valid. It must not be empty.\n'],
    [['queue', 'resolve', 'a'], 'The option --by look|send_again|give_up is required.\n'],
  ];
  for (const [args, words] of cases) {
    const { code, stdout, stderr } = await runCli(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
  }
  expect((await runCli(['make', '--json'])).last).toMatchObject({ code: 'config_invalid', status: 'error' });
});

test('options may stand before the name of a sub-command', async () => {
  const { code, last } = await runCli(['queue', '--json', 'move', 'a']);
  expect([code, last]).toMatchObject([2, { message: 'Use either --before ID or --after ID.' }]);
});

test('a secret in a wrong place is not repeated', async () => {
  for (const args of [
    ['key', KEY],
    ['key', 'set', KEY],
    ['key', 'test', `--${KEY}`],
    ['webhook', KEY],
    ['webhook', 'show', KEY],
    ['webhook', 'set', '--port', KEY],
  ]) {
    const { code, stdout, stderr } = await runCli([...args, '--json']);
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain(KEY);
  }
});

test('every command has a name, a summary and an example of its own', () => {
  const check = (node: CommandNode, parents: readonly string[]): void => {
    const name = [...parents, node.name].join(' ');
    expect(node.summary, name).toMatch(/^[A-Z].*[^.]$/);
    for (const [line] of node.examples ?? []) expect(line, name).toMatch(new RegExp(`^dropforge ${name}( |$)`));
    if (parents.length === 0) expect(node.examples?.length ?? 0, name).toBeGreaterThan(0);
    if (isCommandGroup(node)) for (const each of node.commands) check(each, [...parents, node.name]);
  };
  for (const { commands } of COMMAND_SECTIONS) for (const each of commands) check(each, []);
});

test('the version is printed alone, beside any option of the program', async () => {
  for (const args of [['--version'], ['-V'], ['--version', '--json'], ['--home', 'here', '--version']]) {
    expect(await runCli(args)).toMatchObject({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
  }
});

test('--version of a command is its own option', async () => {
  for (const command of ['install', 'remove', 'set']) {
    const { input } = createProgram(COMMAND_SECTIONS).parse(['targets', command, 'blender', '--version', '4.2']);
    expect(input).toMatchObject({ name: 'blender', version: '4.2' });
  }
  const { code, stderr } = await runCli(['make', 'a.png', '--version']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Unknown option “--version”.')]);
});
