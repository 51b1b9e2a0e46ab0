import { z } from 'zod';
import type { Prng } from '../../simulation/prng.ts';
import { few, hostileText } from '../hostile-values.ts';
import { hostileValue } from './corrupt-json.ts';

/** Texts that the formats of the interfaces accept. */
const TEXTS = [
  'a',
  '00000000-0000-4000-8000-000000000000',
  'a'.repeat(64),
  '2026-01-01T00:00:00Z',
  'https://files.example/a',
  'http://127.0.0.1:9/a',
  'blender@studio',
  'models/a.glb',
  'glb',
  '1.50',
  '0',
  'my-game',
  '2026-01-01',
];
/** Deeper values of recursive schemas are left out. */
const MAX_DEPTH = 12;

/** Generates a value that a schema accepts as far as its structure tells; what it leaves open is hostile. */
export function valueOfSchema(prng: Prng, schema: z.core.$ZodType, depth = 0): unknown {
  const inner = (each: z.core.$ZodType): unknown => valueOfSchema(prng, each, depth + 1);
  if (depth > MAX_DEPTH) return null;
  if (schema instanceof z.ZodObject) return objectOf(prng, schema, inner);
  if (schema instanceof z.ZodArray) return elementsOf(prng, schema, inner);
  if (schema instanceof z.ZodTuple) return schema._zod.def.items.map(inner);
  if (schema instanceof z.ZodRecord) {
    const keys = few(prng, 3, () => valueOfSchema(prng, schema._zod.def.keyType, depth + 1));
    return Object.fromEntries(keys.map((key) => [String(key), inner(schema._zod.def.valueType)]));
  }
  if (schema instanceof z.ZodUnion) return inner(prng.pick(schema._zod.def.options));
  if (schema instanceof z.ZodOptional) return prng.chance(0.4) ? undefined : inner(schema._zod.def.innerType);
  if (schema instanceof z.ZodNullable) return prng.chance(0.3) ? null : inner(schema._zod.def.innerType);
  if (isWrapper(schema)) return inner(schema._zod.def.innerType);
  if (schema instanceof z.ZodPipe) return inner(schema._zod.def.in);
  if (schema instanceof z.ZodLazy) return inner(schema._zod.def.getter());
  if (schema instanceof z.ZodEnum) return prng.pick(Object.values(schema._zod.def.entries));
  if (schema instanceof z.ZodLiteral) return prng.pick(schema._zod.def.values);
  if (schema instanceof z.ZodBoolean) return prng.chance(0.5);
  if (schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodUndefined) return undefined;
  if (schema instanceof z.ZodNumber) return numberOf(prng, schema);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(prng, schema);
  return hostileValue(prng);
}

type Wrapper = z.ZodDefault | z.ZodPrefault | z.ZodCatch | z.ZodReadonly;

function isWrapper(schema: z.core.$ZodType): schema is Wrapper {
  return [z.ZodDefault, z.ZodPrefault, z.ZodCatch, z.ZodReadonly].some((kind) => schema instanceof kind);
}

function objectOf(prng: Prng, schema: z.ZodObject, inner: (each: z.core.$ZodType) => unknown): Record<string, unknown> {
  const entries = Object.entries<z.core.$ZodType>(schema.shape).map(([key, each]) => [key, inner(each)] as const);
  const known = entries.filter(([, value]) => value !== undefined);
  const isOpen = schema._zod.def.catchall !== undefined;
  const extra = isOpen && prng.chance(0.1) ? [[hostileText(prng), hostileValue(prng)] as const] : [];
  return Object.fromEntries([...known, ...extra]);
}

/** Of the lengths that a list may have, the first that fits. */
function elementsOf(prng: Prng, schema: z.ZodArray, inner: (each: z.core.$ZodType) => unknown): unknown[] {
  const list = few(prng, 3, () => inner(schema._zod.def.element));
  return list.length > 0 || schema.safeParse([]).success ? list : [inner(schema._zod.def.element)];
}

function numberOf(prng: Prng, schema: z.ZodNumber): number {
  const candidates = [prng.integer(5), 1, 0, 1_000_000, prng.fraction(), 2 ** 31, -1, Number.MAX_SAFE_INTEGER];
  const first = prng.chance(0.1) ? prng.pick(candidates) : candidates[0]!;
  return [first, ...candidates].find((value) => schema.safeParse(value).success) ?? first;
}

function textOf(prng: Prng, schema: z.ZodString | z.ZodStringFormat): string {
  const first = prng.chance(0.3) ? hostileText(prng) : prng.pick(TEXTS);
  return [first, ...TEXTS].find((value) => schema.safeParse(value).success) ?? first;
}
