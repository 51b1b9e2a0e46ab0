import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Longer than any key, so that a wrong file on standard input is not read completely. */
const MAX_BYTES = 4096;

/** Reads a secret from standard input: all piped data, or one line at a hidden prompt. */
export async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return readPiped();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // The terminal hides input only from here on; an earlier prompt would invite a visible paste.
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
