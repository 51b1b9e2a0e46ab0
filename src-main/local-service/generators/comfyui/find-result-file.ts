import type { HistoryEntry, OutputFile } from './comfyui-api.ts';
import type { BoundNodes } from './workflow.ts';

/** Formats of models, most complete ones first. */
const MODEL_ENDINGS = ['.glb', '.gltf', '.fbx', '.usdz', '.obj', '.stl', '.3mf', '.zip', '.ply'] as const;

/** Formats of images with transparency. */
const IMAGE_ENDINGS = ['.png', '.webp', '.avif', '.tif', '.tiff'] as const;

/** Folders of ComfyUI in a path that a node returns in place of a file. */
const FOLDERS: readonly string[] = ['output', 'temp', 'input'];

/** Depth of lists and objects in outputs; node packs use three. */
const MAX_DEPTH = 6;

/**
 * The result in the outputs of a prompt: the model of the node with the title `dropforge:output`, or else of the last node
 * that has one, or the image of the node with the title `dropforge:cutout`. Node packs name their lists and write paths as
 * they like, so all values are searched.
 */
export function findResultFile({ outputs }: Pick<HistoryEntry, 'outputs'>, bound: BoundNodes): OutputFile | null {
  const cutOuts = bound.get('cutout');
  const endings = cutOuts ? IMAGE_ENDINGS : MODEL_ENDINGS;
  const chosen = cutOuts ?? bound.get('output') ?? [];
  const nodes = chosen.length > 0 ? chosen : Object.keys(outputs).toReversed();
  for (const id of nodes) {
    let found: OutputFile | null = null;
    let rank: number = endings.length;
    for (const file of listFiles(outputs[id], 0, endings)) {
      const own = endings.findIndex((ending) => file.filename.toLowerCase().endsWith(ending));
      if (own < 0 || own >= rank) continue;
      [found, rank] = [file, own];
    }
    if (found) return found;
  }
  return null;
}

/** One after the other: outputs may have a million of them. */
function* listFiles(value: unknown, depth: number, endings: readonly string[]): Generator<OutputFile> {
  if (depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    const file = toFile(value, endings);
    if (file) yield file;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    const { filename, subfolder = '', type = 'output' } = value as Readonly<Record<string, unknown>>;
    if (typeof filename === 'string' && typeof subfolder === 'string' && typeof type === 'string') {
      yield { filename, subfolder, type };
      return;
    }
  }
  for (const item of Object.values(value)) yield* listFiles(item, depth + 1, endings);
}

/** A path such as `/opt/ComfyUI/output/mesh/a.glb`, or relative to the output folder. */
function toFile(text: string, endings: readonly string[]): OutputFile | null {
  const path = text.replaceAll('\\', '/');
  if (!endings.some((ending) => path.toLowerCase().endsWith(ending))) return null;
  const folders = path.split('/');
  const filename = folders.pop() ?? '';
  const root = folders.findLastIndex((folder) => FOLDERS.includes(folder));
  return { filename, subfolder: folders.slice(root + 1).join('/'), type: folders[root] ?? 'output' };
}
