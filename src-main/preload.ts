import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { CALL_NAMES, PUSH_NAMES } from '../src-shared/ipc/channels.ts';
import type { Bridge, Reply } from '../src-shared/ipc/contract.ts';

declare const location: { readonly href: string };

const TAKE = 'sources:take';
// Paths are put in here only, from files the person gave: the page cannot name one.
const pageCalls = new Set<string>(CALL_NAMES.filter((name) => name !== TAKE));
const pushes = new Set<string>(PUSH_NAMES);

const invoke = (channel: string, input: unknown) => ipcRenderer.invoke(channel, input) as Promise<Reply<unknown>>;

const bridge: Bridge = {
  host: 'window',
  call: async (channel, input) => {
    if (!pageCalls.has(channel)) throw new Error(`Not a call: ${channel}`);
    return await invoke(channel, input);
  },
  on: (channel, listen) => {
    // The page also listens to pushes that only the browser's bridge has; here they are never heard.
    if (!pushes.has(channel)) return () => undefined;
    const listener = (_event: unknown, payload: unknown) => listen(payload);
    ipcRenderer.on(channel, listener);
    return () => void ipcRenderer.off(channel, listener);
  },
  takeFiles: (files) =>
    invoke(
      TAKE,
      files.map((file) => webUtils.getPathForFile(file as File)).filter((path) => path !== ''),
    ),
  artifactUrl: (id) => new URL(`/artifact/${encodeURIComponent(id)}`, location.href).href,
};

contextBridge.exposeInMainWorld('dropforge', bridge);
