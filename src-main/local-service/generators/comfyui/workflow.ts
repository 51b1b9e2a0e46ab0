import { hash } from 'node:crypto';
import { z } from 'zod';
import type { GeneratorOperation } from '../../../../src-shared/api/generators/generator-operations.ts';
import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';
import { readLinkedFile } from '../../../base/files/small-file.ts';
import { StartupError } from '../../../base/startup-error.ts';
import type { Appearance } from '../generator.ts';

const node = z.looseObject({
  class_type: z.string().min(1),
  inputs: z.record(z.string(), z.unknown()),
  _meta: z.looseObject({ title: z.string().optional() }).optional(),
});

/** A workflow in the form that ComfyUI exports for its API: nodes by their ids. An input that is a list is a link. */
export type Workflow = Readonly<Record<string, z.output<typeof node>>>;

/** The values of a request that nodes can be bound to, by the titles of the nodes. */
const BINDINGS = [
  ...(['image', 'front', 'left', 'back', 'right', 'model'] as const),
  ...(['prompt', 'negative', 'seed', 'faces', 'output', 'cutout'] as const),
] as const;

/** A value of a request that a node is bound to. */
export type Binding = (typeof BINDINGS)[number];

/** The ids of the nodes with each binding. */
export type BoundNodes = ReadonlyMap<Binding, readonly string[]>;

const PREFIX = 'dropforge:';
const MAX_WORKFLOW_BYTES = 16 * 1024 ** 2;

/** Reads a workflow, with the hash of its file. Throws a StartupError that says how to export it. */
export async function readWorkflow(file: string): Promise<{ readonly workflow: Workflow; readonly sha256: string }> {
  const { text } = await readLinkedFile(file, MAX_WORKFLOW_BYTES).catch((error: unknown) => {
    throw new StartupError(`The workflow ${file} cannot be read: ${(error as Error).message}.`);
  });
  if (text === null) throw new StartupError(`The workflow ${file} is larger than 16 MB.`);
  const value = parse(text);
  const parsed = z.record(z.string(), node).safeParse(value);
  if (parsed.success && Object.keys(parsed.data).length > 0)
    return { workflow: parsed.data, sha256: hash('sha256', text) };
  const reason = Array.isArray((value as { nodes?: unknown } | undefined)?.nodes)
    ? 'is not in the form for the API. Export it in ComfyUI with Workflow › Export (API)'
    : 'is not a workflow. Export one in ComfyUI with Workflow › Export (API)';
  throw new StartupError(`${file} ${reason}.`);
}

/** Finds the nodes whose titles bind them. Throws a StartupError for an unknown binding. */
export function findBoundNodes(workflow: Workflow, file: string): BoundNodes {
  const bound = new Map<Binding, string[]>();
  for (const [id, { _meta: meta }] of Object.entries(workflow)) {
    const title = meta?.title?.trim().toLowerCase() ?? '';
    if (!title.startsWith(PREFIX)) continue;
    const name = title.slice(PREFIX.length).trim();
    const binding = BINDINGS.find((known) => known === name);
    if (!binding) {
      const known = BINDINGS.map((each) => PREFIX + each).join(', ');
      throw new StartupError(`${file}: The title ${title} is unknown; use one of ${known}.`);
    }
    bound.set(binding, [...(bound.get(binding) ?? []), id]);
  }
  return bound;
}

/** A value that a node takes; the others are titles of nodes that save the result. */
export type InputBinding = Exclude<Binding, 'output' | 'cutout'>;

/** True for a binding of a node that takes a value. */
export function isInputBinding(binding: Binding): binding is InputBinding {
  return binding !== 'output' && binding !== 'cutout';
}

/** The operations that a workflow can run, by the nodes that it has. One that takes a model textures it. */
export function listWorkflowOperations(bound: BoundNodes): GeneratorOperation[] {
  if (bound.has('cutout')) return bound.has('image') ? ['remove_background'] : [];
  if (bound.has('model')) return ['texture_model'];
  const hasViews = bound.has('front') && (['left', 'back', 'right'] as const).some((view) => bound.has(view));
  const hasImage = bound.has('image') || bound.has('front');
  return [
    ...(bound.has('image') ? (['image_to_model'] as const) : []),
    ...(hasViews ? (['multiview_to_model'] as const) : []),
    ...(bound.has('prompt') && !hasImage ? (['text_to_model'] as const) : []),
  ];
}

/** The descriptions of a texture that a workflow can follow, by the inputs that it has. */
export function listAppearances(bound: BoundNodes): Appearance[] {
  const hasImage = bound.has('image') || bound.has('front');
  return [
    ...(bound.has('image') ? (['image'] as const) : []),
    ...(bound.has('front') ? (['images'] as const) : []),
    ...(bound.has('prompt') && !hasImage ? (['text'] as const) : []),
    ...(bound.has('prompt') || hasImage ? [] : (['none'] as const)),
  ];
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
