import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Exit code of a command whose arguments are wrong. */
export const USAGE_ERROR = 2;

/** Arguments of a command of the checks. Ends the process after `--help`, and with an error when an option is unknown. */
export function readArguments<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    return refuseArguments(`${(error as Error).message}\n\n${usage}`);
  }
}

/** Bounds of a number on the command line. */
export interface NumberBounds {
  readonly min: number;
  readonly max?: number;
  readonly isInteger?: boolean;
}

/** Number given for an option. Ends the process with an error when it is none, or out of its bounds. */
export function readNumber(option: string, text: string, { min, max, isInteger = false }: NumberBounds): number {
  const value = text.trim() === '' ? NaN : Number(text);
  const isInside = value >= min && value <= (max ?? Number.MAX_VALUE);
  if (isInside && (!isInteger || Number.isSafeInteger(value))) return value;
  const kind = isInteger ? 'a whole number' : 'a number';
  const bounds = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
  return refuseArguments(`${option} takes ${kind} ${bounds}, not “${text}”.`);
}

/** Ends the process with an error in the arguments. */
export function refuseArguments(message: string): never {
  console.error(message);
  process.exit(USAGE_ERROR);
}
