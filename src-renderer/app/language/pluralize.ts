import { formatCount } from './format.ts';

const plurals = new Intl.PluralRules('en');

/** Something and how many, in English: `3 jobs`, `1 job`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${plurals.select(count) === 'one' ? one : many}`;
}
