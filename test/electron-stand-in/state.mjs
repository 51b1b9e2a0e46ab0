// What the parts of the stand-in share. Tests read `globalThis.electronStandIn` through `app.evaluate`.

export const state = {
  appDir: process.cwd(),
  manifest: { name: 'app', version: '0.0.0' },
  /** Playwright's browser context, once Chromium runs. */
  context: null,
  ready: false,
  quitting: false,
  /** id → BrowserWindow, in order of creation. */
  windows: new Map(),
  focused: null,
  /** Privileged schemes by name, and the handlers of `protocol.handle`. */
  schemes: new Map(),
  protocols: new Map(),
  /** Port of the loopback server behind those handlers. */
  port: 0,
  applicationMenu: null,
  trays: [],
  notifications: [],
  shortcuts: new Map(),
  clipboard: {},
  /** Every call that would have left the app: [name, argument]. */
  recorded: [],
};

globalThis.electronStandIn = state;

/** Notes a call that real Electron would hand to the operating system. */
export const record = (name, argument) => void state.recorded.push([name, argument]);

/** The value of `--name=value` or `--name value` on the command line. */
export function commandLineValue(name) {
  const at = process.argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const word = process.argv[at];
  return word.includes('=') ? word.slice(name.length + 3) : (process.argv[at + 1] ?? '');
}
