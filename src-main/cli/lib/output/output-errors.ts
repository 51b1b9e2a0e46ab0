import { endOutput } from '../interrupt.ts';

/** Codes of a pipe or socket that its reader closed; EOF is that of Windows. */
const CLOSED_CODES: readonly (string | undefined)[] = ['EPIPE', 'ECONNRESET', 'EOF'];

/** Exit status of a command whose output could not be written. */
const UNWRITTEN_STATUS = 1;

/**
 * Handles errors of stdout and stderr until the process ends. Each interrupts the command. A reader that closes the pipe, as
 * `head` does, is no failure and nothing is printed; other errors, such as a full disk, are, and the exit status is then 1.
 */
export function handleOutputErrors(): void {
  let hasFailed = false;
  const handle = ({ code, message }: NodeJS.ErrnoException): void => {
    endOutput();
    if (hasFailed || CLOSED_CODES.includes(code)) return;
    hasFailed = true;
    process.once('exit', () => (process.exitCode = UNWRITTEN_STATUS));
    process.stderr.write(`Could not write the output. ${message}\n`);
  };
  process.stdout.on('error', handle);
  process.stderr.on('error', handle);
}
