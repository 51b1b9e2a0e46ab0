import { sourceKindOf } from '../formats/formats.ts';

/** Splits a job's name into the editable part and the extension of its source; empty if there is none. */
export function splitJobName(name: string): { readonly base: string; readonly ending: string } {
  const at = name.lastIndexOf('.');
  if (at <= 0 || sourceKindOf(name) === null) return { base: name, ending: '' };
  return { base: name.slice(0, at), ending: name.slice(at) };
}

/** Returns a job's new name: its extension stays, whether it was typed or not. */
export function renameJob(name: string, wanted: string): string {
  const { ending } = splitJobName(name);
  const isTyped = ending !== '' && wanted.toLowerCase().endsWith(ending.toLowerCase()) && wanted.length > ending.length;
  return isTyped ? wanted.slice(0, -ending.length) + ending : wanted + ending;
}
