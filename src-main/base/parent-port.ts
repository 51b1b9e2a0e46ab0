/** The port of a process that Electron's main started as a utility process (electronjs.org, parentPort). */
export interface ParentPort {
  on(event: 'message', listen: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** The port to Electron's main; null in a process of plain Node. */
export function findParentPort(): ParentPort | null {
  return (process as { readonly parentPort?: ParentPort }).parentPort ?? null;
}
