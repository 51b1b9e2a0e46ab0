import type { HistoryEntry, OutputFile } from './comfyui-api.ts';
import type { BoundNodes } from './workflow.ts';

/** Formats of models, most complete ones first. */
const ENDINGS = ['.glb', '.gltf', '.fbx', '.usdz', '.obj', '.stl', '.3mf', '.zip', '.ply'] as const;

/** Folders of ComfyUI in a path that a node returns in place of a file. */
const FOLDERS: readonly string[] = ['output', 'temp', 'input'];

/** Depth of lists and objects in outputs; node packs use three. */
const MAX_DEPTH = 6;

/**
 * The model in the outputs of a prompt: of the node with the title `dropforge:output`, or else of the last node that has
 * one. Node packs name their lists and write paths as they like, so all values are searched.
 */
export function findModelFile({ outputs }: Pick<HistoryEntry, 'outputs'>, bound: BoundNodes): OutputFile | null {
  const chosen = bound.get('output') ?? [];
  const nodes = chosen.length > 0 ? chosen : Object.keys(outputs).toReversed();
  for (const id of nodes) {
    const files = listFiles(outputs[id], 0);
    for (const ending of ENDINGS) {
      const found = files.find(({ filename }) => filename.toLowerCase().endsWith(ending));
      if (found) return found;
    }
  }
  return null;
}

function listFiles(value: unknown, depth: number): OutputFile[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === 'string') return toFile(value);
  if (Array.isArray(value)) return value.flatMap((item) => listFiles(item, depth + 1));
  if (typeof value !== 'object' || value === null) return [];
  const { filename, subfolder = '', type = 'output' } = value as Readonly<Record<string, unknown>>;
  if (typeof filename === 'string' && typeof subfolder === 'string' && typeof type === 'string') {
    return [{ filename, subfolder, type }];
  }
  return Object.values(value).flatMap((item) => listFiles(item, depth + 1));
}

/** A path such as `/opt/ComfyUI/output/mesh/a.glb`, or relative to the output folder. */
function toFile(text: string): OutputFile[] {
  const path = text.replaceAll('\\', '/');
  if (!ENDINGS.some((ending) => path.toLowerCase().endsWith(ending))) return [];
  const folders = path.split('/');
  const filename = folders.pop() ?? '';
  const root = folders.findLastIndex((folder) => FOLDERS.includes(folder));
  return [{ filename, subfolder: folders.slice(root + 1).join('/'), type: folders[root] ?? 'output' }];
}
