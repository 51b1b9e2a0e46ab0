import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** More than any key, so that a wrong file on standard input is not read to its end. */
const MAX_BYTES = 4096;

/** A secret from standard input: everything that is piped in, or one line of a prompt that shows nothing. */
export async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return readPiped();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // Only now does the terminal show nothing; who sees the prompt earlier may paste too soon.
  process.stderr.write(prompt);
  try {
    return await new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

async function readPiped(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
