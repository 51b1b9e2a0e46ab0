import { formatCount } from './format.ts';

const plurals = new Intl.PluralRules('en');

/** Returns a count with its English noun: `3 jobs`, `1 job`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${plurals.select(count) === 'one' ? one : many}`;
}
