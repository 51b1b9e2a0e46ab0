/** Operations that generate a model. */
const MODEL_OPERATIONS = ['image_to_model', 'multiview_to_model', 'text_to_model'] as const;

/** One of them. */
export type ModelOperation = (typeof MODEL_OPERATIONS)[number];

/** Operations of the interface that a generator can run; the built-in engine runs all others. */
export const TASK_OPERATIONS = [...MODEL_OPERATIONS, 'texture_model'] as const;

/** One of them. */
export type TaskOperation = (typeof TASK_OPERATIONS)[number];

/** What a generator can do: operations, and a step of others, which cuts the subject out of their image. */
export const GENERATOR_OPERATIONS = [...TASK_OPERATIONS, 'remove_background'] as const;

/** One of them. */
export type GeneratorOperation = (typeof GENERATOR_OPERATIONS)[number];

/** True for an operation that generates a model, so that a model can be generated again with another generator. */
export function isModelOperation(operation: string): operation is ModelOperation {
  return MODEL_OPERATIONS.some((known) => known === operation);
}

/** Kinds of generators: two servers, a program, and another service with the same interface. */
export const GENERATOR_KINDS = ['hunyuan3d', 'comfyui', 'command', 'service'] as const;

/** One of them. */
export type GeneratorKind = (typeof GENERATOR_KINDS)[number];

/** Name of the engine of this computer in `use`. */
export const BUILT_IN = 'built-in';

/** How a Hunyuan3D server takes several views: `images`, a map, or `fields`, one field for each. */
export const HUNYUAN3D_VIEWS = ['images', 'fields'] as const;
