import type { StudioProcess } from '../helpers/service/studio.ts';

/** A line of the log of a process. */
type Line = Readonly<Record<string, unknown>>;

/** All lines that a process has logged up to now. */
export function linesOf({ errors }: StudioProcess): Line[] {
  return errors()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

/** The first line with these fields; null: there is none. */
export function findLine(from: StudioProcess, fields: Line): Line | null {
  return linesOf(from).find((line) => Object.entries(fields).every(([key, value]) => line[key] === value)) ?? null;
}
