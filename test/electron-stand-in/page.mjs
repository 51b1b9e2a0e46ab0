// Runs in a page before its own scripts: the world of a sandboxed, isolated preload. Serialised with toString().

/** Gives `runPreload(require, process)` the `electron` of a sandboxed renderer. */
export function pageRuntime(wire, runPreload, versions) {
  const deliver = Symbol.for('electron-stand-in');
  if (window !== window.top || globalThis[deliver]) return;
  const { pack, unpack } = wire();
  const callMain = globalThis.__electronStandIn;
  delete globalThis.__electronStandIn;

  // The host's debugger session answers while the page is paused here, so that the call is truly synchronous.
  const askNow = (__question, __argument) => {
    let __answer = '';
    debugger;
    void [__question, __argument];
    return __answer;
  };

  const cloned = (args) => {
    const refuse = (value, seen) => {
      if (value === null || typeof value !== 'object' || seen.has(value)) return;
      if (value instanceof Blob || value instanceof Node) {
        throw new DOMException('An object could not be cloned.', 'DataCloneError');
      }
      seen.add(value);
      if (!ArrayBuffer.isView(value)) for (const item of Object.values(value)) refuse(item, seen);
    };
    refuse(args, new Set());
    try {
      return structuredClone(args);
    } catch {
      throw new Error('An object could not be cloned.');
    }
  };

  const listeners = new Map();
  const listen = (channel, listener, once = false) => {
    if (!listeners.has(channel)) listeners.set(channel, []);
    listeners.get(channel).push({ listener, once });
    return ipcRenderer;
  };
  const forget = (channel, listener) => {
    listeners.set(
      channel,
      (listeners.get(channel) ?? []).filter((entry) => entry.listener !== listener),
    );
    return ipcRenderer;
  };
  const ipcRenderer = {
    invoke: async (channel, ...args) => {
      const reply = unpack(await callMain(pack({ kind: 'invoke', channel, args: cloned(args) })));
      if (reply.error) throw new Error(reply.error);
      return reply.value;
    },
    send: (channel, ...args) => void callMain(pack({ kind: 'send', channel, args: cloned(args) })),
    sendSync: (channel, ...args) => unpack(askNow('sendSync', pack({ channel, args: cloned(args) }))),
    on: (channel, listener) => listen(channel, listener),
    addListener: (channel, listener) => listen(channel, listener),
    once: (channel, listener) => listen(channel, listener, true),
    off: forget,
    removeListener: forget,
    removeAllListeners: (channel) => {
      if (channel === undefined) listeners.clear();
      else listeners.delete(channel);
      return ipcRenderer;
    },
    listenerCount: (channel) => listeners.get(channel)?.length ?? 0,
  };
  globalThis[deliver] = (channel, text) => {
    for (const { listener, once } of [...(listeners.get(channel) ?? [])]) {
      if (once) forget(channel, listener);
      listener({ sender: ipcRenderer, ports: [] }, ...unpack(text));
    }
  };

  // What crosses the bridge: functions are proxied, everything else is copied, prototypes do not cross.
  const cross = (value, depth = 0) => {
    const next = (item) => cross(item, depth + 1);
    if (depth > 1000) throw new TypeError('Electron contextBridge recursion depth exceeded.');
    if (typeof value === 'symbol') throw new TypeError('symbols cannot cross the contextBridge');
    if (typeof value === 'function') return (...args) => next(value(...args.map(next)));
    if (value === null || typeof value !== 'object' || value instanceof Blob || value instanceof Node) return value;
    if (value instanceof Promise) {
      return value.then(next, (error) => {
        throw error instanceof Error ? new Error(error.message) : next(error);
      });
    }
    if (value instanceof Error) return new Error(value.message);
    if (Array.isArray(value)) return value.map(next);
    const copied = [Date, Map, Set, RegExp, ArrayBuffer].some((type) => value instanceof type);
    if (copied || ArrayBuffer.isView(value)) return structuredClone(value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, next(item)]));
  };
  const frozen = (value) => {
    if (value && typeof value === 'object' && !ArrayBuffer.isView(value)) {
      Object.values(value).forEach(frozen);
      Object.freeze(value);
    }
    return value;
  };

  const electron = {
    ipcRenderer,
    contextBridge: {
      exposeInMainWorld: (key, api) => {
        if (key in window) throw new Error('Cannot bind an API on top of an existing property on the window object');
        Object.defineProperty(window, key, { value: frozen(cross(api)), enumerable: true });
      },
    },
    webUtils: {
      getPathForFile: (file) => {
        if (!(file instanceof File)) throw new TypeError('getPathForFile expects a File');
        return askNow('path', file);
      },
    },
  };
  const modules = { electron, 'electron/renderer': electron, timers: { setTimeout, setInterval }, url: { URL } };
  const require = (id) => {
    const module = modules[id.replace(/^node:/, '')];
    if (module) return module;
    throw new Error(`module not found: ${id} (a sandboxed preload may only require electron, timers and url here)`);
  };
  const process = {
    platform: versions.platform,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    versions,
    env: {},
    argv: [],
  };
  runPreload(require, process);
}
