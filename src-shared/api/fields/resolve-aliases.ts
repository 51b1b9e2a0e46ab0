import type { Fields } from './field.ts';

type AnyValues = Readonly<Record<string, unknown>>;

/** The values under the names of their fields; a value under its own name takes precedence over one under an alias. */
export function resolveAliases(fields: Fields, values: AnyValues): AnyValues {
  // Entries become own properties for any name; assigning to `__proto__` would not.
  const named: Record<string, unknown> = Object.fromEntries(Object.entries(values));
  for (const [name, { aliases }] of Object.entries(fields)) {
    for (const alias of aliases ?? []) {
      if (named[name] === undefined) named[name] = values[alias];
      if (!Object.hasOwn(fields, alias)) delete named[alias];
    }
  }
  return named;
}
