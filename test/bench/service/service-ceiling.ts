import { createServer, type ServerResponse } from 'node:http';
import { openRawTable } from '../raw-table.ts';
import type { PeerAnswer } from './service-peer.ts';

/** What the peer is told first. */
export interface CeilingTask {
  readonly file: string;
  readonly answer: PeerAnswer;
}

interface Waiting {
  readonly row: string;
  readonly response: ServerResponse;
}

// Process entry: the least a server of durable creations can do, and so the most ours can reach. A bare `node:http`
// server reads a JSON body, writes it as one raw row, all that come in the same turn in one transaction, and sends bytes
// it was given. It says its port, and ends with its parent.
process.once('message', ({ file, answer: { headers, body } }: CeilingTask) => {
  const table = openRawTable(file);
  let group: Waiting[] = [];
  const commit = () => {
    const waiting = group;
    group = [];
    table.insertTogether(waiting.map(({ row }) => row));
    for (const { response } of waiting) response.writeHead(200, headers).end(body);
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      if (group.length === 0) setImmediate(commit);
      group.push({ row: JSON.stringify(JSON.parse(text)), response });
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : undefined);
  });
});
process.once('disconnect', () => process.exit(0));
