import { engineMessage, type Note } from '../../../src-shared/api/messages/engine/engine-message.ts';

/** Sentences for those of some fields that a request sets, because they change nothing here. */
export function unusedFieldNotes<Name extends string>(
  values: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): Note[] {
  return names.filter((name) => isSet(values[name])).map((name): Note => engineMessage('field.unused', { name }));
}

/** A switch that is off asks for nothing. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false;
}
