import { createServer } from 'node:http';

/** An answer of the raw peer. */
export interface PeerAnswer {
  /** Without those the runtime adds itself. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Node sends a short body fastest as text, together with the head, and a long one as bytes that need no encoding. */
const TEXT_BYTES = 8 * 1024;

// Process entry: a bare `node:http` server that reads each request to its end and sends bytes it was given. Its first
// message is the answers by path, given in turn; it says its port, and ends with its parent.
process.once('message', (answers: Readonly<Record<string, readonly PeerAnswer[]>>) => {
  const known = new Map(
    Object.entries(answers).map(([path, list]) => {
      return [
        path,
        list.map(({ headers, body }) => ({ headers, body: body.length > TEXT_BYTES ? Buffer.from(body) : body })),
      ];
    }),
  );
  let turn = 0;
  const server = createServer((request, response) => {
    const list = known.get(request.url ?? '');
    const answer = list?.[turn++ % list.length];
    if (!answer) return response.writeHead(404).end();
    const reply = () => response.writeHead(200, answer.headers).end(answer.body);
    if (request.method === 'GET') return reply();
    request.resume().on('end', reply);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : undefined);
  });
});
process.once('disconnect', () => process.exit(0));
