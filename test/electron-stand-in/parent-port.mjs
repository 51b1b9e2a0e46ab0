// `process.parentPort` of a utility process over Node's IPC channel; `process.send` is not there, as in Electron.
import { EventEmitter } from 'node:events';
import { isMainThread } from 'node:worker_threads';
import './archive.mjs';

// Threads inherit what Node was told to import; the port is their process's alone.
if (isMainThread) {
  const send = process.send.bind(process);
  const port = new EventEmitter();
  port.postMessage = (message) => void send(message, () => undefined);
  // Messages wait until somebody listens, as Electron's do.
  port.once('newListener', () => process.on('message', (data) => port.emit('message', { data, ports: [] })));
  process.once('disconnect', () => process.exit(1));
  process.parentPort = port;
  delete process.send;
}
