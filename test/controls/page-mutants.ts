import type { ControlMutant } from './control-mutant.ts';

const WINDOW = 'src-main/shell/window/window-options.ts';
const WINDOW_TEST = 'test/shell/window/window.test.ts';
const GUARDS = 'src-main/shell/window/page-guards.ts';
const POLICY = 'src-main/shell/window/url-policy.ts';
const POLICY_TEST = 'test/shell/window/url-policy.test.ts';
const FILES = 'src-main/ipc/files/page-files.ts';
const FILES_TEST = 'test/ipc/files/page-files.test.ts';
const SERVER = 'src-main/ipc/loopback/loopback-server.ts';
const SERVER_TEST = 'test/ipc/loopback/loopback-server.test.ts';
const SOCKET_TEST = 'test/ipc/loopback/web-socket.test.ts';
const TICKETS = 'src-main/ipc/loopback/page-tickets.ts';
const TICKETS_TEST = 'test/ipc/loopback/page-tickets.test.ts';
const SHELL_TEST = 'test/e2e/shell.spec.ts';

/** Controls between the page and the rest: window, bridge, policy, loopback server. */
export const PAGE_MUTANTS: readonly ControlMutant[] = [
  {
    control: 1,
    name: 'the page is not sandboxed',
    file: WINDOW,
    edit: ['sandbox: true', 'sandbox: false'],
    test: WINDOW_TEST,
  },
  {
    ...{ control: 1, name: 'the page shares its context with the preload script', file: WINDOW, test: WINDOW_TEST },
    edit: ['contextIsolation: true', 'contextIsolation: false'],
  },
  {
    ...{ control: 1, name: 'a window is opened outside of the one factory', file: 'src-main/shell/desktop.ts' },
    edit: [
      'export const electronDesktop',
      'export const other = () => new BrowserWindow();\nexport const electronDesktop',
    ],
    test: 'test/conventions.test.ts',
  },
  {
    ...{ control: 2, name: 'a link leads out of the page’s folder', file: FILES, test: FILES_TEST },
    edit: ['return inside && ', 'return '],
  },
  {
    ...{ control: 2, name: 'path segments of the page are not checked', file: FILES, test: FILES_TEST },
    edit: ['segments.every((segment) => SEGMENT.test(segment))', 'true'],
  },
  {
    ...{ control: 3, name: 'the policy allows inline scripts', file: FILES, test: FILES_TEST },
    edit: [`"script-src 'self' 'wasm-unsafe-eval'"`, `"script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'"`],
  },
  {
    ...{ control: 3, name: 'the policy allows other sites', file: FILES, test: FILES_TEST },
    edit: [`"connect-src 'self' blob:"`, `"connect-src * blob:"`],
  },
  {
    ...{ control: 4, name: 'calls of inner frames are answered', file: 'src-main/shell/ipc/own-page.ts' },
    ...{ edit: ['frame.parent === null && ', ''], test: 'test/shell/ipc/own-page.test.ts' },
  },
  {
    ...{ control: 4, name: 'calls of foreign pages are answered', file: 'src-main/shell/ipc/own-page.ts' },
    ...{ edit: [' && isAppUrl(frame.url)', ''], test: 'test/shell/ipc/own-page.test.ts' },
  },
  {
    ...{ control: 4, name: 'the frame of a call is not asked for', file: 'src-main/shell/ipc/electron-ipc.ts' },
    ...{
      edit: ["if (!isOwnPage(event.senderFrame)) throw new Error('Refused.');", ''],
      test: SHELL_TEST,
      only: 'every call is refused',
    },
  },
  {
    ...{ control: 4, name: 'calls are handled without their schema', file: 'src-main/ipc/dispatch.ts' },
    ...{ edit: ['if (!parsed.success) throw', 'if (false) throw'], test: SOCKET_TEST, only: 'strange calls' },
  },
  {
    ...{ control: 4, name: 'the size of a call is not limited', file: 'src-main/shell/ipc/message-size.ts' },
    ...{ edit: ['bytes > MAX_CALL_BYTES || ', ''], test: 'test/shell/ipc/message-size.test.ts' },
  },
  {
    ...{ control: 4, name: 'calls have no rate limit', file: 'src-main/ipc/call-limit.ts' },
    ...{ edit: ['if (left < 1) return false;', ''], test: 'test/ipc/call-limit.test.ts' },
  },
  {
    ...{
      control: 5,
      name: 'the bridge hands Electron’s IPC to the page',
      file: 'src-main/preload.ts',
      test: SHELL_TEST,
    },
    edit: [
      "exposeInMainWorld('dropforge', bridge)",
      "exposeInMainWorld('dropforge', { ...bridge, ipc: { send: ipcRenderer.send } })",
    ],
    only: 'the page has the bridge',
  },
  {
    ...{ control: 6, name: 'permissions are granted to any page', file: GUARDS, test: SHELL_TEST },
    ...{
      edit: ['permission === CLIPBOARD_WRITE && isAppUrl(contents.getURL())', 'true'],
      only: 'permissions and devices',
    },
  },
  {
    ...{ control: 6, name: 'devices are handed to the page', file: GUARDS, test: SHELL_TEST },
    ...{
      edit: ['setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)'],
      only: 'permissions and devices',
    },
  },
  {
    ...{ control: 6, name: 'the page may leave for another site', file: GUARDS, test: SHELL_TEST },
    ...{
      edit: ['if (!event.isMainFrame || !isAppUrl(event.url)) event.preventDefault();', ''],
      only: 'does not leave for a site',
    },
  },
  {
    ...{ control: 6, name: 'the page may be redirected', file: GUARDS, test: SHELL_TEST },
    ...{
      edit: ["contents.on('will-redirect', (event) => event.preventDefault());", ''],
      only: 'neither redirected nor given a webview',
    },
  },
  {
    ...{ control: 6, name: 'the page may hold a webview', file: GUARDS, test: SHELL_TEST },
    ...{
      edit: ["contents.on('will-attach-webview', (event) => event.preventDefault());", ''],
      only: 'neither redirected nor given a webview',
    },
  },
  {
    ...{ control: 6, name: 'foreign files are downloaded', file: GUARDS, test: SHELL_TEST },
    ...{ edit: ['if (!isOwnDownload(item.getURL())) event.preventDefault();', ''], only: 'nothing else is downloaded' },
  },
  {
    ...{ control: 7, name: 'addresses without https are opened', file: POLICY, test: POLICY_TEST },
    edit: ["protocol !== 'https:' || ", ''],
  },
  {
    ...{ control: 7, name: 'unlisted sites are opened', file: POLICY, test: POLICY_TEST },
    edit: ["(port === '' && EXTERNAL_HOSTS.has(hostname))", "port === ''"],
  },
  {
    ...{
      control: 23,
      name: 'any Host header is answered',
      file: 'src-main/ipc/loopback/access-control.ts',
      test: SERVER_TEST,
    },
    edit: ['return request.headers.host === `127.0.0.1:${port}`;', 'return port > 0;'],
  },
  {
    ...{
      control: 23,
      name: 'any origin is answered',
      file: 'src-main/ipc/loopback/access-control.ts',
      test: SERVER_TEST,
    },
    edit: ['return origin === undefined || origin === `http://127.0.0.1:${port}`;', 'return origin !== null;'],
  },
  {
    ...{ control: 23, name: 'files are served without the token', file: SERVER, test: SERVER_TEST },
    edit: ["if (!isOurs) return end(response, 401, 'Missing or invalid token.');", ''],
  },
  {
    ...{ control: 23, name: 'the server listens on every address', file: SERVER, test: SERVER_TEST },
    edit: ["server.listen(port, '127.0.0.1'", "server.listen(port, '0.0.0.0'"],
  },
  {
    ...{
      control: 23,
      name: 'a page is connected without a proof',
      file: 'src-main/ipc/loopback/prove-page.ts',
      test: SOCKET_TEST,
    },
    edit: ["if (!matchesToken(given?.proof, signProof(key, proofInput('page', hello, nonce)))) return end(false);", ''],
  },
  {
    ...{ control: 23, name: 'a link lets pages in again', file: TICKETS, test: TICKETS_TEST },
    edit: ['return isFirst;', 'return true;'],
  },
  {
    ...{ control: 23, name: 'a link never expires', file: TICKETS, test: TICKETS_TEST },
    edit: ['Math.abs(now() - Number.parseInt(id, 10)) < TICKET_MS', 'true'],
  },
];
