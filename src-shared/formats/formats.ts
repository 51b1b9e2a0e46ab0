import type { SourceKind } from './source-kind.ts';

/** File formats of meshes, which a model can be converted to; the words of `--format`. */
export const MESH_FORMATS = ['glb', 'gltf', 'fbx', 'usdz', 'obj', 'stl', '3mf'] as const;

/** A file format of meshes. */
export type MeshFormat = (typeof MESH_FORMATS)[number];

/** File formats of everything a step can leave behind: meshes, and Gaussian splats, which cannot be converted. */
export const FORMATS = [...MESH_FORMATS, 'ply', 'splat'] as const;

/** The format of what a step leaves behind. */
export type Format = (typeof FORMATS)[number];

/** What the app knows about a format. */
export interface FormatRow {
  readonly title: string;
  /** The `format` of the convert operation that makes it; null for what a task puts out by itself. */
  readonly convert: 'GLTF' | 'USDZ' | 'FBX' | 'OBJ' | 'STL' | '3MF' | null;
  readonly extension: string;
  readonly mime: string;
  /** Whether the service delivers a zip whose main file has this format's extension and side files lie beside it. */
  readonly zipped: boolean;
}

/** The formats. */
export const FORMAT_ROWS: Readonly<Record<Format, FormatRow>> = {
  glb: { title: 'GLB', convert: null, extension: 'glb', mime: 'model/gltf-binary', zipped: false },
  gltf: { title: 'glTF', convert: 'GLTF', extension: 'gltf', mime: 'model/gltf+json', zipped: true },
  fbx: { title: 'FBX', convert: 'FBX', extension: 'fbx', mime: 'application/octet-stream', zipped: false },
  usdz: { title: 'USDZ', convert: 'USDZ', extension: 'usdz', mime: 'model/vnd.usdz+zip', zipped: false },
  obj: { title: 'OBJ', convert: 'OBJ', extension: 'obj', mime: 'model/obj', zipped: true },
  stl: { title: 'STL', convert: 'STL', extension: 'stl', mime: 'model/stl', zipped: false },
  '3mf': { title: '3MF', convert: '3MF', extension: '3mf', mime: 'model/3mf', zipped: false },
  ply: { title: 'PLY', convert: null, extension: 'ply', mime: 'model/ply', zipped: false },
  splat: { title: 'SPLAT', convert: null, extension: 'splat', mime: 'application/octet-stream', zipped: false },
};

/** Whether a file of this format holds Gaussian splats: points that are drawn, and no mesh. */
export function isSplat(format: Format | null): boolean {
  return format === 'ply' || format === 'splat';
}

/** File name endings of images that can become models, without dot. */
export const IMAGE_EXTENSIONS = ['png', 'jpg', 'jpeg', 'webp', 'bmp', 'tif', 'tiff'] as const;

/** File name endings of models that can be brought in, without dot. */
export const MODEL_EXTENSIONS = ['glb', 'gltf', 'fbx', 'obj', 'stl', '3mf', 'usdz'] as const;

/** Extensions of model files that can be delivered from an output folder to another program, without dot. */
export const DELIVERABLE_EXTENSIONS = [...MODEL_EXTENSIONS, 'usd', 'usdc', 'usda', 'ply'] as const;

/** File name endings of texts that describe a model, without dot. */
export const PROMPT_EXTENSIONS = ['prompt', 'txt'] as const;

/** What kind of source a file name promises; null when none. The bytes have the last word. */
export function sourceKindOf(fileName: string): Exclude<SourceKind, 'views'> | null {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if ((IMAGE_EXTENSIONS as readonly string[]).includes(extension)) return 'picture';
  if ((PROMPT_EXTENSIONS as readonly string[]).includes(extension)) return 'prompt';
  return (MODEL_EXTENSIONS as readonly string[]).includes(extension) ? 'model' : null;
}

/** Reads a comma list such as `glb,fbx`; null names nothing, an unknown word is returned as `unknown`. */
export function parseFormats(list: string): { formats: MeshFormat[]; unknown: string[] } {
  const words = list
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean);
  const isFormat = (word: string): word is MeshFormat => (MESH_FORMATS as readonly string[]).includes(word);
  return { formats: [...new Set(words.filter(isFormat))], unknown: words.filter((word) => !isFormat(word)) };
}
