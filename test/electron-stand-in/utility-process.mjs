// `utilityProcess`: a plain Node process with streams, and Node's IPC channel for its message port.
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { archive } from './archive-file.mjs';
import { state } from './state.mjs';
import { strict } from './strict.mjs';

const PARENT_PORT = new URL('./parent-port.mjs', import.meta.url).href;

class UtilityProcess extends EventEmitter {
  /** Undefined before `spawn` and after `exit`, as in Electron. */
  pid = undefined;

  constructor(modulePath, args, { stdio = 'inherit', env = process.env, execArgv = [], cwd } = {}) {
    super();
    const [, out, err] = Array.isArray(stdio) ? stdio : ['ignore', stdio, stdio];
    this.child = spawn(process.execPath, [...execArgv, '--import', PARENT_PORT, modulePath, ...args], {
      cwd,
      env: archive === null ? env : { ...env, STAND_IN_ARCHIVE: archive.file },
      stdio: ['ignore', out, err, 'ipc'],
      serialization: 'advanced',
    });
    this.child.on('message', (message) => this.emit('message', message));
    this.stdout = this.child.stdout;
    this.stderr = this.child.stderr;
    const child = this.child;
    const end = () => child.kill('SIGKILL');
    process.on('exit', end);
    child.once('spawn', () => {
      this.pid = child.pid;
      this.emit('spawn');
    });
    child.once('error', (error) => this.emit('error', 'FatalError', modulePath, String(error)));
    child.once('exit', (code) => {
      process.off('exit', end);
      this.pid = undefined;
      this.emit('exit', code ?? 1);
    });
  }
  postMessage(message) {
    if (this.child.connected) this.child.send(message, () => undefined);
  }
  kill() {
    return this.child.kill();
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork(modulePath, args = [], options = {}) {
    if (!state.ready) throw new Error('utilityProcess cannot be created before app is ready.');
    return strict('UtilityProcess', new UtilityProcess(modulePath, args, options));
  },
});
