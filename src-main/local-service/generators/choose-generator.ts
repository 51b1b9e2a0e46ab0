import { readChosenGenerator } from '../../../src-shared/api/generators/chosen-generator.ts';
import type { GenerationConfig } from '../../../src-shared/api/generators/generator-config.ts';
import {
  BUILT_IN,
  TASK_OPERATIONS,
  type GeneratorOperation,
} from '../../../src-shared/api/generators/generator-operations.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import type { Message } from '../../../src-shared/api/messages/message.ts';
import { ApiError } from '../api-error.ts';
import type { WorkItem } from '../workers/work-queue.ts';
import type { Generator } from './generator.ts';
import { listUnsupportedFields } from './request-fields.ts';
import { readAppearance, wantsTexture } from './texture-request.ts';

/** The generator of a request, or null for the built-in engine, with notes for its result. */
export interface Choice {
  readonly generator: Generator | null;
  readonly notes: readonly Message[];
}

/** Work items by their operation and fields. */
type Chosen = Pick<WorkItem, 'operation' | 'values'>;

/** Returns a function that chooses the generator of a work item; it throws 1004 for one that is to be refused. */
export function createChoice(
  { use, unsupported }: Pick<GenerationConfig, 'use' | 'unsupported'>,
  generators: readonly Generator[],
): (item: Chosen) => Choice {
  const builtIn: Choice = { generator: null, notes: [] };
  return ({ operation, values }) => {
    const wanted = TASK_OPERATIONS.find((name) => name === operation);
    const chosen = readChosenGenerator(values);
    const generator = wanted && findGenerator(use, generators, wanted, chosen);
    if (wanted) assertChoice(generator, chosen ?? use[wanted] ?? BUILT_IN, wanted);
    if (!generator) return builtIn;
    if (wanted === 'texture_model') {
      if (!wantsTexture(values)) return builtIn;
      const refusal = refuseAppearance(generator, values);
      // What the texture is to look like cannot be ignored.
      if (refusal && (unsupported === 'refuse' || chosen !== undefined)) throw new ApiError(1004, refusal.error);
      if (refusal) return { generator: null, notes: [refusal.note] };
    }
    const fields = listUnsupportedFields(wanted, values, generator.capabilities.fields);
    const { name } = generator;
    const list = fields.join(', ');
    if (fields.length === 0) return { generator, notes: [] };
    // A request that names its generator must not get a model of another one.
    switch (unsupported === 'built-in' && chosen !== undefined ? 'ignore' : unsupported) {
      case 'ignore':
        return {
          generator,
          notes: fields.map((field) => serviceMessage('generator.field-ignored', { field, name })),
        };
      case 'built-in':
        return { generator: null, notes: [serviceMessage('generator.built-in', { name, fields: list })] };
      case 'refuse':
        throw new ApiError(1004, serviceMessage('generator.fields', { name, fields: list }));
    }
  };
}

/** Why a generator cannot follow the description of a texture; null: it can. */
function refuseAppearance(
  { name, capabilities }: Generator,
  values: Chosen['values'],
): { readonly error: Message; readonly note: Message } | null {
  const appearance = readAppearance(values);
  if (capabilities.appearances.includes(appearance)) return null;
  const fields = `texture_prompt.${appearance}`;
  if (appearance !== 'none') {
    const params = { name, fields };
    return { error: serviceMessage('generator.fields', params), note: serviceMessage('generator.built-in', params) };
  }
  const error = serviceMessage('generator.needs-appearance', { name });
  return { error, note: serviceMessage('generator.built-in-appearance', { name }) };
}

/** The generator that a request chose, or else the one that `use` names; undefined: the built-in engine. */
export function findGenerator(
  use: GenerationConfig['use'],
  generators: readonly Generator[],
  operation: GeneratorOperation,
  chosen?: string,
): Generator | undefined {
  const name = chosen ?? use[operation] ?? BUILT_IN;
  return generators.find((generator) => generator.name === name);
}

function assertChoice(generator: Generator | undefined, name: string, operation: GeneratorOperation): void {
  if (name === BUILT_IN) return;
  if (!generator) throw new ApiError(1004, serviceMessage('generator.unknown', { name }));
  assertSupport(generator, operation);
}

/** Throws 1004 if a generator does not support an operation: the workflow of a ComfyUI may support fewer than its kind. */
export function assertSupport({ name, capabilities }: Generator, operation: GeneratorOperation): void {
  if (capabilities.operations.includes(operation)) return;
  throw new ApiError(1004, serviceMessage('generator.other-operation', { name, operation }));
}
