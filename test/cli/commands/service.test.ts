import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCommand, type RunningCommand } from '../../helpers/cli.ts';
import { CAN_SEE_PROCESSES, childrenOf } from '../../helpers/processes.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli } from './run-cli.ts';

const KILLED = 'The service process was ended by SIGKILL.\n';

function writeConfig(config: object): string {
  const file = path.join(makeTempFolder(), 'service.json');
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** The configuration of a studio whose database accepts connections and never answers. */
async function writeSilentStudio(): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return writeConfig({ studio: { database: `postgres://nobody@127.0.0.1:${port}/none` } });
}

function start(...args: string[]): RunningCommand {
  const command = startCommand(['service', ...args]);
  onTestFinished(() => command.killGroup());
  return command;
}

async function findProcess({ child }: RunningCommand): Promise<number> {
  await expect.poll(() => childrenOf(child.pid ?? 0)).toHaveLength(1);
  return childrenOf(child.pid ?? 0)[0] as number;
}

describe.runIf(CAN_SEE_PROCESSES)('a process of dropforge service', () => {
  test('that a signal ends makes the command fail with its name', async () => {
    const running = start('--config', writeConfig({}));
    const pid = await findProcess(running);
    await once(running.child.stdout ?? process, 'data');
    process.kill(pid, 'SIGKILL');
    expect(await running.ended).toMatchObject({ code: 1, stderr: KILLED });

    const migrating = start('migrate', '--config', await writeSilentStudio());
    process.kill(await findProcess(migrating), 'SIGKILL');
    expect(await migrating.ended).toMatchObject({ code: 1, stdout: '', stderr: KILLED });
  });

  test.each([['keys', 'list'], ['usage']])('that a signal ends is the error of %s with --json', async (...words) => {
    const running = start(...words, '--json', '--config', await writeSilentStudio());
    process.kill(await findProcess(running), 'SIGKILL');
    const { code, stdout, stderr } = await running.ended;
    expect([code, stderr, JSON.parse(stdout)]).toEqual([
      1,
      KILLED,
      { code: 'local_service_down', status: 'error', message: KILLED.trim(), suggestion: 'Try again.' },
    ]);
  });

  test('ends with the command: 0 if it ran until then, 130 if it had a task', async () => {
    const running = start('--config', writeConfig({}));
    await once(running.child.stdout ?? process, 'data');
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });

    const migrating = start('migrate', '--config', await writeSilentStudio());
    await findProcess(migrating);
    migrating.child.kill('SIGINT');
    expect(await migrating.ended).toMatchObject({ code: 130, stdout: '', stderr: '' });
  });
});

test.each([['keys', 'list'], ['usage']])(
  'service %s answers scripts with an envelope when it fails',
  async (...words) => {
    const { code, last, stderr } = await runCli(['service', ...words, '--json', '--config', '/nonexistent.json']);
    const message = expect.stringMatching(/^The configuration \/nonexistent\.json cannot be read: ENOENT/) as string;
    expect([code, last, stderr]).toEqual([
      2,
      { code: 'config_invalid', status: 'error', message, suggestion: 'Correct it, then try again.' },
      `${(last as { message: string } | null)?.message}\n`,
    ]);
  },
);
