import { sourceKindOf } from '../formats/formats.ts';

/** A job's name in two: what a person may change, and the ending that says what its source is; empty: it has none. */
export function splitJobName(name: string): { readonly base: string; readonly ending: string } {
  const at = name.lastIndexOf('.');
  if (at <= 0 || sourceKindOf(name) === null) return { base: name, ending: '' };
  return { base: name.slice(0, at), ending: name.slice(at) };
}

/** The name a job has after a person gave it another one: the ending stays, whether it was typed or not. */
export function renameJob(name: string, wanted: string): string {
  const { ending } = splitJobName(name);
  const isTyped = ending !== '' && wanted.toLowerCase().endsWith(ending.toLowerCase()) && wanted.length > ending.length;
  return isTyped ? wanted.slice(0, -ending.length) + ending : wanted + ending;
}
