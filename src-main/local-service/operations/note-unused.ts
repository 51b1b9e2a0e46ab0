/** Sentences for those of some fields that a request sets, because they change nothing here. */
export function noteUnused<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): string[] {
  return names
    .filter((name) => isSet(values[name]))
    .map((name) => `${name} has no effect on a draft made on this computer.`);
}

/** A switch that is off asks for nothing. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false;
}
