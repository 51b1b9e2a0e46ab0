import { stat } from 'node:fs/promises';
import path from 'node:path';
import { splitCommandLine } from '../../../../src-shared/api/generators/command-line.ts';
import { generatorConfig, type GeneratorConfig } from '../../../../src-shared/api/generators/generator-config.ts';
import {
  GENERATOR_OPERATIONS,
  type GeneratorOperation,
} from '../../../../src-shared/api/generators/generator-operations.ts';
import type { NewGenerator } from '../../../service-client/generators/known-generators.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';
import { UsageError } from '../usage-error.ts';

/** Options of `dropforge generators add` and `change`. */
interface GeneratorSettings {
  readonly url: string | undefined;
  readonly workflow: string | undefined;
  readonly keyFile: string | undefined;
  readonly views: 'images' | 'fields' | undefined;
  readonly command: string | undefined;
  readonly operation: readonly string[];
  readonly field: readonly string[];
  readonly programVersion: string | undefined;
  readonly concurrency: number | undefined;
  readonly timeLimit: number | undefined;
  readonly creditsPerDay: number | undefined;
}

/** Options of `dropforge generators add`. */
export interface GeneratorInput extends GeneratorSettings {
  readonly kind: 'hunyuan3d' | 'comfyui' | 'service' | undefined;
  readonly texture: boolean;
}

/** Options of `dropforge generators change`. */
export interface GeneratorChange extends GeneratorSettings {
  readonly rename: string | undefined;
  readonly texture: 'yes' | 'no' | undefined;
}

/** The generator that the options of `add` describe. Throws UsageError, also for options of another kind. */
export async function toGenerator(name: string, input: GeneratorInput): Promise<NewGenerator> {
  const generator = await describeGenerator(name, input);
  assertOptions(generator, { ...(await listGiven(input)), ...(!input.texture && { texture: false }) });
  return generator;
}

async function describeGenerator(name: string, input: GeneratorInput): Promise<NewGenerator> {
  const { command, url, kind, concurrency, timeLimit } = input;
  const common = { name, concurrency, timeLimitSeconds: timeLimit };
  if (command !== undefined) {
    if (kind !== undefined) throw new UsageError('Use either --command for a program, or --kind for a server.');
    const operations = input.operation.map(parseOperation);
    return {
      ...{ ...common, kind: 'command', version: input.programVersion },
      command: await Promise.all(splitCommandLine(command).map(toAbsolute)),
      fields: [...input.field],
      ...(operations.length > 0 && { operations }),
    };
  }
  if (url === undefined) throw new UsageError('Use --url for a server, or --command for a program.');
  switch (kind) {
    case 'hunyuan3d':
      return { ...common, kind, url, views: input.views, texture: input.texture };
    case 'comfyui':
      if (input.workflow === undefined) throw new UsageError('ComfyUI needs --workflow FILE.');
      return { ...common, kind, url, workflow: path.resolve(input.workflow) };
    case 'service':
      return {
        ...{ ...common, kind, url, creditsPerDay: input.creditsPerDay },
        ...(input.keyFile !== undefined && { keyFile: path.resolve(input.keyFile) }),
      };
    case undefined:
      throw new UsageError('Use --kind hunyuan3d, comfyui or service. “dropforge generators find” shows it.');
  }
}

/** The keys of the configuration that the options of `change` set. Throws UsageError if they set none. */
export async function toPatch(input: GeneratorChange): Promise<Readonly<Record<string, unknown>>> {
  const { rename, texture } = input;
  const patch = {
    ...(rename !== undefined && { name: rename }),
    ...(texture !== undefined && { texture: texture === 'yes' }),
    ...(await listGiven(input)),
  };
  if (Object.keys(patch).length === 0) throw new UsageError('Use an option for what to change, such as --url.');
  return patch;
}

/** The options that are given, by the keys of the configuration that they set. */
async function listGiven(input: GeneratorSettings): Promise<Readonly<Record<string, unknown>>> {
  const { url, workflow, keyFile, views, command, operation, field } = input;
  const settings = {
    ...{ url, views, version: input.programVersion, concurrency: input.concurrency },
    timeLimitSeconds: input.timeLimit,
    creditsPerDay: input.creditsPerDay,
    workflow: workflow && path.resolve(workflow),
    keyFile: keyFile && path.resolve(keyFile),
    command: command && (await Promise.all(splitCommandLine(command).map(toAbsolute))),
    operations: operation.length > 0 ? operation.map(parseOperation) : undefined,
    fields: field.length > 0 ? [...field] : undefined,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** Options by the keys of the configuration that they set, where the words differ. */
const OPTIONS: Readonly<Record<string, string>> = {
  keyFile: 'key-file',
  creditsPerDay: 'credits-per-day',
  operations: 'operation',
  fields: 'field',
  version: 'program-version',
};

/** Throws UsageError for a key that generators of this kind do not have. */
export function assertOptions(
  { kind, name }: Pick<GeneratorConfig, 'kind' | 'name'>,
  patch: Readonly<Record<string, unknown>>,
): void {
  const schema = generatorConfig.options.find((option) => option.shape.kind.value === kind);
  const other = Object.keys(patch).find((key) => !(key in (schema?.shape ?? {})));
  if (other === undefined) return;
  throw new UsageError(`--${OPTIONS[other] ?? other} is not an option of ${maskControlCharacters(name)} (${kind}).`);
}

/** The program runs in another folder, so files that are named relative to this one get their whole path. */
async function toAbsolute(word: string): Promise<string> {
  const isFile = await stat(word).then(
    (found) => found.isFile(),
    () => false,
  );
  return isFile ? path.resolve(word) : word;
}

/** The operation with a name of the command line. Throws UsageError. */
export function parseOperation(given: string): GeneratorOperation {
  const found = GENERATOR_OPERATIONS.find((operation) => operation === given.replaceAll('-', '_'));
  if (found) return found;
  throw new UsageError(
    `“${maskControlCharacters(given)}” is no operation of generators. Operations: ${GENERATOR_OPERATIONS.map(toWord).join(', ')}.`,
  );
}

/** Name of an operation on the command line. */
export function toWord(operation: GeneratorOperation): string {
  return operation.replaceAll('_', '-');
}
