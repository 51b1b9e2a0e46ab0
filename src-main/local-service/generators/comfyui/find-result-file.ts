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
    const files = listFiles(outputs[id], 0, endings);
    for (const ending of endings) {
      const found = files.find(({ filename }) => filename.toLowerCase().endsWith(ending));
      if (found) return found;
    }
  }
  return null;
}

function listFiles(value: unknown, depth: number, endings: readonly string[]): OutputFile[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === 'string') return toFile(value, endings);
  if (Array.isArray(value)) return value.flatMap((item) => listFiles(item, depth + 1, endings));
  if (typeof value !== 'object' || value === null) return [];
  const { filename, subfolder = '', type = 'output' } = value as Readonly<Record<string, unknown>>;
  if (typeof filename === 'string' && typeof subfolder === 'string' && typeof type === 'string') {
    return [{ filename, subfolder, type }];
  }
  return Object.values(value).flatMap((item) => listFiles(item, depth + 1, endings));
}

/** A path such as `/opt/ComfyUI/output/mesh/a.glb`, or relative to the output folder. */
function toFile(text: string, endings: readonly string[]): OutputFile[] {
  const path = text.replaceAll('\\', '/');
  if (!endings.some((ending) => path.toLowerCase().endsWith(ending))) return [];
  const folders = path.split('/');
  const filename = folders.pop() ?? '';
  const root = folders.findLastIndex((folder) => FOLDERS.includes(folder));
  return [{ filename, subfolder: folders.slice(root + 1).join('/'), type: folders[root] ?? 'output' }];
}
