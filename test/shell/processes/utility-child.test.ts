import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, test, vi } from 'vitest';
import { log } from '../../../src-main/base/log/log.ts';

/** Electron's processes as far as they are listened to; each is called by its service name. */
const { forked } = vi.hoisted(() => ({ forked: new Map<string, EventEmitter & { pid?: number }>() }));

vi.mock('electron', () => ({
  app: { getAppMetrics: () => [] },
  utilityProcess: {
    fork: (_entry: string, _args: string[], { serviceName }: { readonly serviceName: string }) => {
      const streams = { stdout: new PassThrough(), stderr: new PassThrough(), postMessage: () => undefined };
      const child = Object.assign(new EventEmitter(), streams);
      forked.set(serviceName, child);
      return child;
    },
  },
}));

const { startUtilityReader } = await import('../../../src-main/shell/processes/start-utility-reader.ts');
const { spawnUtilityService } = await import('../../../src-main/shell/processes/spawn-utility-service.ts');

/** Starts a reader, the local service, and an engine of it; returns how each is ended. */
function startAll(): Readonly<Record<string, () => void>> {
  const reader = startUtilityReader(
    { heapMb: 10, maxBytes: 1e9 },
    { onMessage: () => undefined, onExit: () => undefined },
  );
  const service = spawnUtilityService('service.js', []);
  const said = forked.get('Dropforge local service')!;
  said.emit('message', { kind: 'start', id: 1, args: [], env: {} });
  return {
    'Dropforge reader': reader.kill,
    'Dropforge local service': service.kill,
    'Dropforge engine': () => said.emit('message', { kind: 'end', id: 1 }),
  };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

test('a fatal error in a process is logged without its report, and does not end the app', () => {
  for (const name of Object.keys(startAll())) {
    forked.get(name)!.emit('error', 'FatalError', 'v8::ToLocalChecked', '{"environmentVariables":{}}');
    expect(log.lines().at(-1)?.text).toBe(`${name}: FatalError at v8::ToLocalChecked`);
  }
});

test('a process that has ended can be killed', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  for (const [name, kill] of Object.entries(startAll())) {
    const child = forked.get(name)!;
    child.pid = ended.pid!;
    kill();
    child.emit('spawn');
  }
});

test('a process that is killed before it has started ends when it starts', async () => {
  for (const [name, kill] of Object.entries(startAll())) {
    kill();
    const started = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 5_000)'], { stdio: 'ignore' });
    const exit = once(started, 'exit');
    const child = forked.get(name)!;
    child.pid = started.pid!;
    child.emit('spawn');
    expect(await exit).toEqual([null, 'SIGKILL']);
  }
});
