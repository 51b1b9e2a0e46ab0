import type { z } from 'zod';
import {
  generationConfig,
  generatorConfig,
  listOperations,
  type GenerationConfig,
  type GeneratorConfig,
} from '../../../src-shared/api/generators/generator-config.ts';
import { BUILT_IN, type GeneratorOperation } from '../../../src-shared/api/generators/generator-operations.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** A new generator; absent keys have their defaults. */
export type NewGenerator = z.input<typeof generatorConfig>;

/** The generator with a name. Throws `config_invalid` listing the existing names. */
export function findGenerator({ generators }: GenerationConfig, name: string): GeneratorConfig {
  const found = generators.find((each) => each.name === name);
  if (found) return found;
  const names = generators.map((each) => each.name).join(', ') || '–';
  throw misuse(message('generator-settings.not-known', { name, names }));
}

/** The settings with one more generator. Throws `config_invalid` for what is wrong with it. */
export function withGenerator(now: GenerationConfig, added: NewGenerator): GenerationConfig {
  if (now.generators.some(({ name }) => name === added.name)) {
    throw misuse(message('generator-settings.name-taken', { name: added.name }));
  }
  return parse({ ...now, generators: [...now.generators, parseGenerator(added)] });
}

/**
 * The settings with a generator changed, also in its name; the built-in engine runs operations that it no longer supports.
 * Throws `config_invalid` for what is wrong with it.
 */
export function withChangedGenerator(now: GenerationConfig, name: string, changed: NewGenerator): GenerationConfig {
  const before = findGenerator(now, name);
  const after = parseGenerator(changed);
  if (now.generators.some((each) => each !== before && each.name === after.name)) {
    throw misuse(message('generator-settings.name-taken', { name: after.name }));
  }
  const supported = listOperations(after);
  const use = Object.entries(now.use).flatMap(([operation, used]) => {
    if (used !== name) return [[operation, used] as const];
    return supported.some((each) => each === operation) ? [[operation, after.name] as const] : [];
  });
  const generators = now.generators.map((each) => (each === before ? after : each));
  return parse({ ...now, generators, use: Object.fromEntries(use) });
}

/** The settings without a generator; the built-in engine runs its operations. Throws `config_invalid`. */
export function withoutGenerator(now: GenerationConfig, name: string): GenerationConfig {
  findGenerator(now, name);
  const use = Object.fromEntries(Object.entries(now.use).filter(([, used]) => used !== name));
  return { ...now, use, generators: now.generators.filter((each) => each.name !== name) };
}

/**
 * The settings with a removed generator at its old place and with its old operations, except those that another one runs
 * now; `before`: the settings before it was removed. Throws `config_invalid` if its name is in use again.
 */
export function withRestoredGenerator(now: GenerationConfig, before: GenerationConfig, name: string): GenerationConfig {
  const removed = findGenerator(before, name);
  const restored = withGenerator(now, removed);
  const at = before.generators.indexOf(removed);
  const use = Object.entries(before.use).filter(([, used]) => used === name);
  return {
    ...restored,
    generators: now.generators.toSpliced(at, 0, removed),
    use: { ...Object.fromEntries(use), ...now.use },
  };
}

/** The settings with another generator for an operation; `built-in` is the engine. Throws `config_invalid`. */
export function withUse(now: GenerationConfig, operation: GeneratorOperation, name: string): GenerationConfig {
  const { [operation]: _, ...others } = now.use;
  if (name === BUILT_IN) return { ...now, use: others };
  if (!listOperations(findGenerator(now, name)).includes(operation)) {
    throw misuse(message('generator-settings.other-operation', { name, operation }));
  }
  return { ...now, use: { ...others, [operation]: name } };
}

function parseGenerator(added: NewGenerator): GeneratorConfig {
  const parsed = generatorConfig.safeParse(added);
  if (parsed.success) return parsed.data;
  throw toMisuse(parsed.error);
}

function parse(config: GenerationConfig): GenerationConfig {
  const parsed = generationConfig.safeParse(config);
  if (parsed.success) return parsed.data;
  throw toMisuse(parsed.error);
}

function toMisuse({ issues: [issue] }: z.ZodError): AppError {
  const key = issue?.path.join('.') ?? '';
  if (key === 'name') return misuse(message('generator-settings.name-form'));
  return misuse(message('generator-settings.value', { key, reason: (issue?.message ?? '').replace(/\.$/, '') }));
}

function misuse(detail: MessageOrText): AppError {
  return new AppError('config_invalid', detail, { subject: message('subject.generators') });
}
