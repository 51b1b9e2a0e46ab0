import { toJson } from './to-json.ts';

/** Output of a command: data for scripts, text for users. */
export interface CommandResult {
  /** Printed as one line of JSON with `--json`. */
  readonly data: unknown;
  /** Printed without `--json`; ends with a line break unless it is empty. */
  readonly text: string;
  /** Sentences for stderr, printed after the result; each ends with a line break. */
  readonly notes?: string;
  /** Exit status; 0 when left out. */
  readonly status?: number;
}

/** Prints a result and returns the exit status. */
export function printResult({ data, text, notes = '', status = 0 }: CommandResult, json: boolean): number {
  process.stdout.write(json ? `${toJson(data)}\n` : text);
  process.stderr.write(notes);
  return status;
}
