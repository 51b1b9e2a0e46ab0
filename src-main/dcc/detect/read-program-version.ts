import { runProgram } from '../send/run-program.ts';

const TIMEOUT_MS = 10_000;

/** Version that a program prints for an argument such as `--version`; null if it prints none. */
export async function readProgramVersion(program: string, argument: string, pattern: RegExp): Promise<string | null> {
  const result = await runProgram(program, [argument], { timeoutMs: TIMEOUT_MS }).catch(() => null);
  return pattern.exec(result ? `${result.out}\n${result.errors}` : '')?.[1] ?? null;
}
