import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { CALL_NAMES, PUSH_NAMES } from '../src-shared/ipc/channels.ts';
import type { PageBridge, Reply } from '../src-shared/ipc/page-bridge.ts';

declare const location: { readonly href: string };

const TAKE = 'sources:take';
// Only this script adds paths, from files the user selected: the page cannot provide one.
const pageCalls = new Set<string>(CALL_NAMES.filter((name) => name !== TAKE));
const pushes = new Set<string>(PUSH_NAMES);

/** Files without a path, such as copied images, are sent to main as bytes; this limits their total size. */
const MAX_PASTED_BYTES = 24 * 1024 ** 2;

const tooLarge = (subject: string): Reply<unknown> => ({
  ok: false,
  error: { code: 'file_too_large', subject, detail: '', retryable: false, requestId: null },
});

const invoke = (channel: string, input: unknown) => ipcRenderer.invoke(channel, input) as Promise<Reply<unknown>>;

const bridge: PageBridge = {
  host: 'window',
  call: async (channel, input) => {
    if (!pageCalls.has(channel)) throw new Error(`Not a call: ${channel}`);
    return await invoke(channel, input);
  },
  on: (channel, listen) => {
    // The page also listens to pushes of the browser's bridge; these never occur here.
    if (!pushes.has(channel)) return () => undefined;
    const listener = (_event: unknown, payload: unknown) => listen(payload);
    ipcRenderer.on(channel, listener);
    return () => void ipcRenderer.off(channel, listener);
  },
  takeFiles: async (files) => {
    const given = (files as readonly File[]).map((file) => ({ file, path: webUtils.getPathForFile(file) }));
    const pasted = given.filter(({ path }) => path === '').map(({ file }) => file);
    if (pasted.reduce((sum, { size }) => sum + size, 0) > MAX_PASTED_BYTES) return tooLarge(pasted[0]?.name ?? '');
    const read = async ({ file, path }: (typeof given)[number]): Promise<unknown> =>
      path === '' ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } : path;
    return invoke(TAKE, await Promise.all(given.map(read)));
  },
  artifactUrl: (id) => new URL(`/artifact/${encodeURIComponent(id)}`, location.href).href,
};

contextBridge.exposeInMainWorld('dropforge', bridge);
