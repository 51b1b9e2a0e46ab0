import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { canFormatMessage, formatMessage } from '../../../src-shared/api/messages/format-message.ts';
import { CHINESE } from '../../../src-shared/messages/chinese.ts';
import { ENGLISH } from '../../../src-shared/messages/english.ts';

/** A part of a parsed template: text, a plain parameter, or one with choices. */
type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** The type of a part that is text. */
const LITERAL = 0;

/** The parameters of a template, each with values that lead through every branch of it. */
function listParams(parts: readonly Part[]): Map<string, (string | number)[]> {
  const found = new Map<string, (string | number)[]>();
  const add = (name: string, values: readonly (string | number)[]): void => {
    found.set(name, [...new Set([...(found.get(name) ?? []), ...values])]);
  };
  for (const part of parts) {
    if ('pluralType' in part) add(part.value, [0, 1, 2, 7]);
    else if ('options' in part) add(part.value, Object.keys(part.options));
    else if ('value' in part && Number(part.type) !== LITERAL) add(part.value, ['Alpha']);
    if (!('options' in part)) continue;
    for (const { value } of Object.values(part.options)) {
      for (const [name, values] of listParams(value)) add(name, values);
    }
  }
  return found;
}

/** Every combination of the values. */
function combine(params: Map<string, (string | number)[]>): Record<string, string | number>[] {
  return [...params].reduce<Record<string, string | number>[]>(
    (sets, [name, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
    [{}],
  );
}

const IDS = Object.keys(ENGLISH.templates);

describe('every message', () => {
  it('has Chinese, and Chinese has no other', () => {
    expect(Object.keys(CHINESE.templates).sort()).toEqual([...IDS].sort());
  });

  it.each(IDS)('%s renders with its parameters in both languages', (id) => {
    for (const params of combine(
      listParams(new IntlMessageFormat(ENGLISH.templates[id] ?? '', 'en', undefined, { ignoreTag: true }).getAst()),
    )) {
      for (const catalogue of [ENGLISH, CHINESE]) {
        expect(canFormatMessage(catalogue, { id, params }), JSON.stringify(params)).toBe(true);
        expect(formatMessage(catalogue, { id, params })).not.toMatch(/[{}]/);
      }
    }
  });

  it('is used somewhere', () => {
    const files = globSync('src-{main,renderer,shared}/**/*.{ts,svelte}', { cwd: PROJECT_ROOT });
    const source = files
      .filter((file) => !/(?:-messages|\.zh)\.ts$/.test(file))
      .map((file) => readFileSync(join(PROJECT_ROOT, file), 'utf8'))
      .join('\n');
    // `error.${code}` uses all that begin with `error.`.
    const prefixes = [...source.matchAll(/`([a-z][\w-]*\.(?:[\w-]+-)?)\$\{/g)].map(([, prefix]) => prefix ?? '');
    const named = new Set([...source.matchAll(/'([a-z][\w-]*\.[\w.-]+)'/g)].map(([, id]) => id));
    const unused = IDS.filter((id) => !named.has(id) && !prefixes.some((prefix) => id.startsWith(prefix)));
    expect(unused).toEqual([]);
  });
});
