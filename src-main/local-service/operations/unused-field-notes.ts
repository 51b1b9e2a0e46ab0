import { engineMessage, type Note } from '../../../src-shared/api/messages/engine/engine-message.ts';

/** Notes for fields of a request that have no effect in the local engine. */
export function unusedFieldNotes<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): Note[] {
  return names.filter((name) => isSet(values[name])).map((name): Note => engineMessage('field.unused', { name }));
}

/** A switch that is off requests nothing. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false;
}
