import { runProgram } from '../send/run-program.ts';

const TIMEOUT_MS = 10_000;

/** The version a program tells of itself when it is started with an argument that makes it do nothing else; else null. */
export async function readProgramVersion(program: string, argument: string, pattern: RegExp): Promise<string | null> {
  const said = await runProgram(program, [argument], { timeoutMs: TIMEOUT_MS }).catch(() => null);
  return pattern.exec(said ? `${said.out}\n${said.errors}` : '')?.[1] ?? null;
}
