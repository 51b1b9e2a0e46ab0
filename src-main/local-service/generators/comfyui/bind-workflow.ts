import { StartupError } from '../../../base/startup-error.ts';
import type { NodeTypes } from './comfyui-api.ts';
import { isInputBinding, type Binding, type BoundNodes, type InputBinding, type Workflow } from './workflow.ts';

/** Values for the nodes that are bound; nodes with a binding that has none are removed. */
export type BoundValues = ReadonlyMap<Binding, string | number>;

/** Names of inputs that take a value, in the nodes in common use, most likely ones first. */
const INPUT_NAMES: Readonly<Record<InputBinding, readonly string[]>> = {
  image: ['image', 'image_path', 'path', 'file'],
  front: ['image', 'image_path', 'path', 'file'],
  left: ['image', 'image_path', 'path', 'file'],
  back: ['image', 'image_path', 'path', 'file'],
  right: ['image', 'image_path', 'path', 'file'],
  model: ['model_file', 'glb_path', 'mesh_path', 'mesh_file_path', 'mesh', 'path', 'file'],
  prompt: ['text', 'prompt', 'string', 'value', 'positive'],
  negative: ['text', 'prompt', 'string', 'value', 'negative'],
  seed: ['seed', 'noise_seed', 'value', 'int', 'number'],
  faces: [
    'max_facenum',
    'target_face_num',
    'face_count',
    'target_faces',
    'max_faces',
    'faces',
    'value',
    'int',
    'number',
  ],
};

const NUMBERS: readonly Binding[] = ['seed', 'faces'];

/** Folder of models in the input folder, in which ComfyUI’s own node looks for them. */
const MODEL_FOLDER = '3d';

/** Images that a workflow can do without. */
const IMAGES: readonly Binding[] = ['image', 'front', 'left', 'back', 'right'];

/** Input of a node that takes the value of a binding. Throws a StartupError if it has none, or several that might. */
export function findInput(workflow: Workflow, id: string, binding: InputBinding, file: string): string {
  const { inputs, class_type: type } = workflow[id]!;
  const wanted = NUMBERS.includes(binding) ? 'number' : 'string';
  const names = Object.keys(inputs).filter((name) => typeof inputs[name] === wanted);
  const found =
    INPUT_NAMES[binding].find((name) => names.includes(name)) ?? (names.length === 1 ? names[0] : undefined);
  if (found !== undefined) return found;
  const reason = names.length === 0 ? `has no ${wanted} to set` : `has several: ${names.join(', ')}`;
  throw new StartupError(
    `${file}: The node ${id} (${type}) with the title dropforge:${binding} ${reason}. Give the title to a node with one.`,
  );
}

/**
 * Folder for uploaded models in the input folder of ComfyUI. Nodes with a list `mesh` offer the files of the input folder
 * itself, and refuse others; all others take a path.
 */
export function findModelFolder(workflow: Workflow, bound: BoundNodes, file: string): string {
  const ids = bound.get('model') ?? [];
  return ids.some((id) => findInput(workflow, id, 'model', file) === 'mesh') ? '' : MODEL_FOLDER;
}

/**
 * A workflow with the values of a request. Nodes of images that the request does not have are removed, and so is each
 * node that requires an input from a removed one.
 */
export function bindWorkflow(
  workflow: Workflow,
  { bound, values, types, file }: { bound: BoundNodes; values: BoundValues; types: NodeTypes; file: string },
): Workflow {
  const result = structuredClone(workflow) as Record<string, Workflow[string]>;
  const removed = new Set<string>();
  for (const [binding, ids] of bound) {
    if (!isInputBinding(binding)) continue;
    const value = values.get(binding);
    for (const id of ids) {
      if (value !== undefined) result[id]!.inputs[findInput(workflow, id, binding, file)] = value;
      else if (IMAGES.includes(binding)) removed.add(id);
    }
  }
  for (let isChanged = removed.size > 0; isChanged;) {
    isChanged = false;
    for (const [id, { class_type: type, inputs }] of Object.entries(result)) {
      if (removed.has(id)) {
        delete result[id];
        isChanged = true;
        continue;
      }
      for (const [name, input] of Object.entries(inputs)) {
        if (!Array.isArray(input) || !removed.has(String(input[0]))) continue;
        delete inputs[name];
        if (types.get(type)?.required.has(name)) removed.add(id);
        isChanged = true;
      }
    }
  }
  return result;
}
