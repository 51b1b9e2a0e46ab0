// `app`: life cycle, paths, the command line and the single-instance lock.
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { commandLineValue, record, state } from './state.mjs';
import { cancelable, strict } from './strict.mjs';

const firstUserData = () =>
  commandLineValue('user-data-dir') ?? path.join(os.tmpdir(), `electron-stand-in-${process.pid}`);

class CommandLine {
  switches = new Map();
  appendSwitch(name, value = '') {
    this.switches.set(name, value);
  }
  hasSwitch(name) {
    return this.switches.has(name) || commandLineValue(name) !== undefined;
  }
  getSwitchValue(name) {
    return this.switches.get(name) ?? commandLineValue(name) ?? '';
  }
  removeSwitch(name) {
    this.switches.delete(name);
  }
}

class App extends EventEmitter {
  isPackaged = false;
  commandLine = strict('app.commandLine', new CommandLine());
  userAgentFallback = 'electron-stand-in';
  paths = {
    userData: firstUserData(),
    exe: process.execPath,
    temp: os.tmpdir(),
    home: os.homedir(),
    ...Object.fromEntries(
      ['desktop', 'documents', 'downloads', 'music', 'pictures', 'videos'].map((name) => [
        name,
        path.join(os.homedir(), name[0].toUpperCase() + name.slice(1)),
      ]),
    ),
  };
  whenReady() {
    return state.ready ? Promise.resolve() : new Promise((resolve) => this.once('ready', () => resolve()));
  }
  isReady() {
    return state.ready;
  }
  getPath(name) {
    const { userData } = this.paths;
    const derived = {
      appData: path.dirname(userData),
      sessionData: userData,
      logs: path.join(userData, 'logs'),
      crashDumps: path.join(userData, 'Crashpad'),
    };
    const found = this.paths[name] ?? derived[name];
    if (found === undefined) throw new Error(`Failed to get '${name}' path`);
    return found;
  }
  setPath(name, folder) {
    this.getPath(name);
    if (!path.isAbsolute(folder)) throw new Error('Path must be absolute');
    if (name === 'userData' || name === 'sessionData') mkdirSync(folder, { recursive: true });
    this.paths[name] = folder;
  }
  getAppPath() {
    return state.appDir;
  }
  getVersion() {
    return state.manifest.version;
  }
  getName() {
    return state.manifest.productName ?? state.manifest.name;
  }
  setName(name) {
    state.manifest.productName = name;
  }
  getLocale() {
    return 'en-US';
  }
  setAppUserModelId(id) {
    record('app.setAppUserModelId', id);
  }
  setAboutPanelOptions(options) {
    record('app.setAboutPanelOptions', options);
  }
  enableSandbox() {
    if (state.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
  }
  focus() {
    record('app.focus');
  }
  setBadgeCount(count = 0) {
    record('app.setBadgeCount', count);
    return true;
  }
  setLoginItemSettings(settings) {
    record('app.setLoginItemSettings', settings);
  }
  requestSingleInstanceLock() {
    this.holdsLock ??= takeLock(this, this.getPath('userData'));
    return this.holdsLock;
  }
  hasSingleInstanceLock() {
    return this.holdsLock === true;
  }
  quit() {
    if (state.quitting) return;
    state.quitting = true;
    const refused = (emitter, name) => {
      const event = cancelable();
      emitter.emit(name, event);
      if (event.defaultPrevented) state.quitting = false;
      return event.defaultPrevented;
    };
    if (refused(this, 'before-quit')) return;
    for (const window of [...state.windows.values()]) if (refused(window, 'close')) return;
    void this.toldFirst.then(() => {
      if (!refused(this, 'will-quit')) this.exit(0);
    });
  }
  exit(code = 0) {
    state.quitting = true;
    this.emit('quit', {}, code);
    process.exit(code);
  }
  relaunch() {
    record('app.relaunch');
  }
  /** Undefined until the lock was asked for. */
  holdsLock = undefined;
  /** Settles once the first instance heard of this one, at once where this is the first. */
  toldFirst = Promise.resolve();
}

/** Unix socket paths hold 107 bytes, so the socket lies in the temp folder under a digest of the data folder. */
const socketOf = (userData) =>
  path.join(os.tmpdir(), `electron-stand-in-${createHash('sha256').update(userData).digest('hex').slice(0, 16)}.sock`);

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** One process per data folder: a file with the owner's pid, and a socket for those who come second. */
function takeLock(app, userData) {
  mkdirSync(userData, { recursive: true });
  const file = path.join(userData, 'stand-in.lock');
  const socket = socketOf(userData);
  const write = () => writeFileSync(file, String(process.pid), { flag: 'wx' });
  try {
    write();
  } catch {
    if (isAlive(Number(readFileSync(file, 'utf8')))) {
      const client = net.connect(socket).end(JSON.stringify({ argv: process.argv, cwd: process.cwd() }));
      app.toldFirst = new Promise((resolve) => client.on('close', resolve).on('error', () => undefined));
      return false;
    }
    rmSync(file);
    write();
  }
  rmSync(socket, { force: true });
  const server = net.createServer((client) => {
    let text = '';
    client.on('data', (part) => (text += part));
    client.on('end', () => {
      const { argv, cwd } = JSON.parse(text);
      app.emit('second-instance', {}, argv, cwd, null);
    });
  });
  server.listen(socket).unref();
  process.on('exit', () => [file, socket].forEach((left) => rmSync(left, { force: true })));
  return true;
}

export const app = strict('app', new App());
