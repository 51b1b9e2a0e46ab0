/** Ports this app and its processes listen on, with the number of listeners. */
const ports = new Map<number, number>();

/** Registers a port of the app; the returned function removes it again. */
export function registerOwnPort(port: number): () => void {
  ports.set(port, (ports.get(port) ?? 0) + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (ports.get(port) ?? 1) - 1;
    if (left > 0) ports.set(port, left);
    else ports.delete(port);
  };
}

/** True if this app listens on a port. */
export function isOwnPort(port: number): boolean {
  return ports.has(port);
}
