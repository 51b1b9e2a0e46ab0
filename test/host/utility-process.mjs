// `utilityProcess`: a plain Node process with streams; no message port.
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { state } from './state.mjs';
import { strict } from './strict.mjs';

class UtilityProcess extends EventEmitter {
  /** Undefined before `spawn` and after `exit`, as in Electron. */
  pid = undefined;

  constructor(modulePath, args, { stdio = 'inherit', env = process.env, execArgv = [], cwd } = {}) {
    super();
    const [, out, err] = Array.isArray(stdio) ? stdio : ['ignore', stdio, stdio];
    this.child = spawn(process.execPath, [...execArgv, modulePath, ...args], { cwd, env, stdio: ['ignore', out, err] });
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
