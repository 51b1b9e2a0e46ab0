import type { SourceKind } from './source-kind.ts';

/** Everything the app and the engine know about a file format. */
interface FormatFacts {
  readonly title: string;
  /** A triangle mesh, or Gaussian splats: points that are drawn but cannot be converted. */
  readonly content: 'mesh' | 'splats';
  /** The `format` of the convert operation that produces it; null for formats that only tasks produce. */
  readonly convert: string | null;
  readonly extension: string;
  readonly mime: string;
  /** True if the service delivers a zip with a main file of this extension and side files beside it. */
  readonly zipped: boolean;
  /** True if the format stores animation clips. */
  readonly animation: boolean;
  /** True if the format stores faces with more than three corners. */
  readonly polygons: boolean;
  /** True if the converter writes vertex colours to it. */
  readonly vertexColors: boolean;
}

/** The formats, in the order in which they are offered. */
export const FORMAT_ROWS = {
  glb: {
    title: 'GLB',
    content: 'mesh',
    convert: null,
    extension: 'glb',
    mime: 'model/gltf-binary',
    zipped: false,
    animation: true,
    polygons: false,
    vertexColors: true,
  },
  gltf: {
    title: 'glTF',
    content: 'mesh',
    convert: 'GLTF',
    extension: 'gltf',
    mime: 'model/gltf+json',
    zipped: true,
    animation: true,
    polygons: false,
    vertexColors: true,
  },
  fbx: {
    title: 'FBX',
    content: 'mesh',
    convert: 'FBX',
    extension: 'fbx',
    mime: 'application/octet-stream',
    zipped: false,
    animation: true,
    polygons: true,
    vertexColors: false,
  },
  usdz: {
    title: 'USDZ',
    content: 'mesh',
    convert: 'USDZ',
    extension: 'usdz',
    mime: 'model/vnd.usdz+zip',
    zipped: false,
    animation: true,
    polygons: true,
    vertexColors: false,
  },
  obj: {
    title: 'OBJ',
    content: 'mesh',
    convert: 'OBJ',
    extension: 'obj',
    mime: 'model/obj',
    zipped: true,
    animation: false,
    polygons: true,
    vertexColors: true,
  },
  stl: {
    title: 'STL',
    content: 'mesh',
    convert: 'STL',
    extension: 'stl',
    mime: 'model/stl',
    zipped: false,
    animation: false,
    polygons: false,
    vertexColors: false,
  },
  '3mf': {
    title: '3MF',
    content: 'mesh',
    convert: '3MF',
    extension: '3mf',
    mime: 'model/3mf',
    zipped: false,
    animation: false,
    polygons: false,
    vertexColors: false,
  },
  ply: {
    title: 'PLY',
    content: 'splats',
    convert: null,
    extension: 'ply',
    mime: 'model/ply',
    zipped: false,
    animation: false,
    polygons: false,
    vertexColors: false,
  },
  splat: {
    title: 'SPLAT',
    content: 'splats',
    convert: null,
    extension: 'splat',
    mime: 'application/octet-stream',
    zipped: false,
    animation: false,
    polygons: false,
    vertexColors: false,
  },
} as const satisfies Readonly<Record<string, FormatFacts>>;

type Rows = typeof FORMAT_ROWS;

/** The format of a file that a step produces. */
export type Format = keyof Rows;

/** The facts of one format. */
export type FormatRow = Rows[Format];

/** Every format that a step can produce: meshes, and Gaussian splats. */
export const FORMATS = Object.keys(FORMAT_ROWS) as Format[];

/** A mesh format; a value of `--format`. */
export type MeshFormat = { [F in Format]: Rows[F]['content'] extends 'mesh' ? F : never }[Format];

/** Mesh formats, to which a model can be converted; the values of `--format`. */
export const MESH_FORMATS = FORMATS.filter((format): format is MeshFormat => FORMAT_ROWS[format].content === 'mesh');

/** A mesh format that the convert operation produces. */
export type ConvertibleFormat = { [F in Format]: Rows[F]['convert'] extends string ? F : never }[Format];

/** A value of the convert operation's `format`. */
export type ConvertFormat = Rows[ConvertibleFormat]['convert'];

const CONVERTIBLE_FORMATS = FORMATS.filter(
  (format): format is ConvertibleFormat => FORMAT_ROWS[format].convert !== null,
);

/** Values of the convert operation's `format` (spec 4.4). */
export const CONVERT_FORMATS = CONVERTIBLE_FORMATS.map((format) => FORMAT_ROWS[format].convert);

/** Returns the facts of the format that a value of the convert operation's `format` names. */
export function convertedFormat(convert: ConvertFormat): Rows[ConvertibleFormat] {
  const format = CONVERTIBLE_FORMATS.find((candidate) => FORMAT_ROWS[candidate].convert === convert);
  if (!format) throw new Error(`no format is converted to as ${convert}`);
  return FORMAT_ROWS[format];
}

/** True if a file of this format holds Gaussian splats instead of a mesh. */
export function isSplat(format: Format | null): boolean {
  return format !== null && FORMAT_ROWS[format].content === 'splats';
}

/** File name extensions of images that can become models, without dot. */
export const IMAGE_EXTENSIONS = ['png', 'jpg', 'jpeg', 'webp', 'bmp', 'tif', 'tiff', 'gif', 'avif'] as const;

/** File name extensions of models that can be imported, without dot. */
export const MODEL_EXTENSIONS = MESH_FORMATS.map((format) => FORMAT_ROWS[format].extension);

/** File name extensions of models that can be delivered from an output folder to another program, without dot. */
export const DELIVERABLE_EXTENSIONS = [...MODEL_EXTENSIONS, 'usd', 'usdc', 'usda', 'ply'] as const;

/** File name extensions of prompts, without dot. */
export const PROMPT_EXTENSIONS = ['prompt', 'txt'] as const;

/** Returns the kind of source by file name; null if unknown. The content of the file takes precedence. */
export function sourceKindOf(fileName: string): Exclude<SourceKind, 'views'> | null {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if ((IMAGE_EXTENSIONS as readonly string[]).includes(extension)) return 'picture';
  if ((PROMPT_EXTENSIONS as readonly string[]).includes(extension)) return 'prompt';
  return (MODEL_EXTENSIONS as readonly string[]).includes(extension) ? 'model' : null;
}

/**
 * True if a file in a folder is used as a source: hidden files and plain texts are skipped, because a text in a folder of
 * images is more likely a note than a prompt.
 */
export function isFolderSource(fileName: string): boolean {
  return !fileName.startsWith('.') && sourceKindOf(fileName) !== null && !/\.txt$/i.test(fileName);
}

/** Parses a comma-separated list such as `glb,fbx`; unknown words are returned as `unknown`. */
export function parseFormats(list: string): { formats: MeshFormat[]; unknown: string[] } {
  const words = list
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean);
  const isFormat = (word: string): word is MeshFormat => (MESH_FORMATS as readonly string[]).includes(word);
  return { formats: [...new Set(words.filter(isFormat))], unknown: words.filter((word) => !isFormat(word)) };
}
