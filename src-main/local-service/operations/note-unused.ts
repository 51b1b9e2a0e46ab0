/** Sentences for those of some fields that a request sets, because they change nothing here. */
export function noteUnused<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): string[] {
  return names
    .filter((name) => isSet(values[name]))
    .map((name) => `${name} has no effect on a draft made on this computer.`);
}

/** The same for seeds of a method without chance. */
export function noteUnusedSeeds<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): string[] {
  return names
    .filter((name) => isSet(values[name]))
    .map((name) => `${name} has no effect here: there is no chance in this method.`);
}

/** A seed of 0 was chosen, a switch that is off asks for nothing. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false;
}
