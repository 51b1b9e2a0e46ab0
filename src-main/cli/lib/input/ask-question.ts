import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Time for the terminal to hand over what was typed before the question. */
const TYPED_AHEAD_MS = 200;

/** The answer typed at the terminal after the question was shown; empty after Ctrl-C or Ctrl-D. */
export async function askQuestion(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const ask = async (): Promise<string> => {
    // Without a question its lines are dropped; this drops the rest.
    await pause(TYPED_AHEAD_MS);
    terminal.write(null, { ctrl: true, name: 'u' });
    return terminal.question(question);
  };
  try {
    return await Promise.race([ask(), closed]);
  } finally {
    terminal.close();
  }
}
