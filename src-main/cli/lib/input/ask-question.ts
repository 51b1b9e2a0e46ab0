import { createInterface } from 'node:readline/promises';

/** The answer typed at the terminal; empty after Ctrl-C or Ctrl-D. */
export async function askQuestion(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return await Promise.race([terminal.question(question), closed]);
  } finally {
    terminal.close();
  }
}
