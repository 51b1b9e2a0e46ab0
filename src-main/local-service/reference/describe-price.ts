import { toWireCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { AnyValues, Operation } from '../../../src-shared/api/operation.ts';
import { GENERATION_MODEL_IDS } from '../../../src-shared/api/models/generation-models.ts';
import { exampleBody } from './example-body.ts';
import { toJsonSchema } from './json-schema.ts';

/** The price of a task in words: of the smallest request, and the surcharge of each option. */
export function describePrice(operation: Operation): string {
  const base = exampleBody(operation);
  const price = (values: AnyValues): number | null => {
    const credits = operation.price(values);
    return credits === null ? null : toWireCredits(credits);
  };
  const start = price(base);
  if (start === null) return 'not specified';
  const choices = Object.entries(operation.fields).flatMap(([name, field]) =>
    choicesOf(name, toJsonSchema(field.schema), base).map(({ label, value }) => {
      const other = price({ ...base, [name]: value });
      return other === null || other === start ? null : `\`${label}\` ${other}`;
    }),
  );
  const different = choices.filter((choice) => choice !== null);
  const alone = start === 0 ? 'free' : String(start);
  return different.length === 0 ? alone : `${alone}; with ${different.join(', ')}`;
}

/** The price of every generation model with and without texture, if there are several models. */
export function modelPrices(operation: Operation): { model: string; bare: number; textured: number }[] {
  return GENERATION_MODEL_IDS.map((model) => {
    const of = (texture: boolean) => {
      const credits = operation.price({ ...exampleBody(operation), model, texture });
      return credits === null ? 0 : toWireCredits(credits);
    };
    return { model, bare: of(false), textured: of(true) };
  });
}

function choicesOf(name: string, schema: Readonly<Record<string, unknown>>, base: AnyValues) {
  const values = schema['enum'];
  if (Array.isArray(values))
    return values.map((value) => ({ label: `${name} ${String(value)}`, value: value as unknown }));
  if (schema['type'] === 'boolean') return [false, true].map((value) => ({ label: `${name} ${value}`, value }));
  if (schema['type'] !== 'array') return [];
  const [item] = Array.isArray(base[name]) ? (base[name] as unknown[]) : ['preset:walk'];
  return [{ label: `two ${name}`, value: [item, item] }];
}
