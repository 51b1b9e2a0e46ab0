/** Ports at which this app listens, each as often as something does; those of its own processes too. */
const ports = new Map<number, number>();

/** Notes that something of the app listens at a port; returns the way to say that it no longer does. */
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

/** Whether something of this app listens at a port. */
export function isOwnPort(port: number): boolean {
  return ports.has(port);
}
