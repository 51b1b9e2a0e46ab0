import { maskLines } from '../../../base/mask-control-characters.ts';
import { toJson } from './to-json.ts';

/** Output of a command: data for scripts, text for users. */
export interface CommandResult {
  /** Printed as one line of JSON with `--json`. */
  readonly data: unknown;
  /** Printed without `--json`, its control characters as dots; ends with a line break unless it is empty. */
  readonly text: string;
  /** True if `text` is the content of a file, or paths for scripts: it is printed unchanged. */
  readonly isExact?: boolean;
  /** Sentences for stderr, printed after the result; each ends with a line break. */
  readonly notes?: string;
  /** Exit status; 0 when left out. */
  readonly status?: number;
}

/** Prints a result and returns the exit status. */
export function printResult(result: CommandResult, json: boolean): number {
  const { data, text, isExact = false, notes = '', status = 0 } = result;
  process.stdout.write(json ? `${toJson(data)}\n` : isExact ? text : maskLines(text));
  process.stderr.write(maskLines(notes));
  return status;
}
