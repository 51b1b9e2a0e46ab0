import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { findProgram } from '../../src-main/dcc/detect/find-program.ts';
import { Mesh, type Object3D } from 'three';
import { USDLoader } from 'three/examples/jsm/loaders/USDLoader.js';

/** What a program that is not ours said of a file. */
export interface Opened {
  readonly by: string;
  readonly facts: string;
  /** It could not open it, or found a fault. */
  readonly isFaulty: boolean;
}

interface Validation {
  readonly issues: { readonly numErrors: number; readonly messages: readonly { readonly message: string }[] };
}

interface BlenderSaid {
  readonly path: string;
  readonly failure?: string;
  readonly vertices: number;
  readonly faces: number;
  readonly quads: number;
  readonly pictures: number;
  readonly missing: readonly string[];
  readonly bones: number;
  readonly clips: number;
}

const run = promisify(execFile);
const validator = createRequire(import.meta.url)('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<Validation>;
};
const IN_BLENDER = ['.glb', '.gltf', '.fbx', '.obj', '.stl', '.ply'];
const PRINTABLE = ['.stl', '.3mf'];
/** Bytes of a splat in a `.splat` file. */
const SPLAT_BYTES = 32;

/** Unpacks a bundle beside it and answers what was in it; a file that is none is answered itself. */
export function unpack(file: string): string[] {
  if (path.extname(file) !== '.zip') return [file];
  const folder = file.slice(0, -'.zip'.length);
  return Object.entries(unzipSync(readFileSync(file))).map(([name, bytes]) => {
    const inside = path.join(folder, path.basename(name));
    mkdirSync(folder, { recursive: true });
    writeFileSync(inside, bytes);
    return inside;
  });
}

/** Opens files by other programs' readers: what each of them said, by file. Those no reader takes are absent. */
export async function openArtifacts(files: readonly string[]): Promise<ReadonlyMap<string, readonly Opened[]>> {
  const opened = new Map<string, Opened[]>();
  const note = (file: string, said: Opened) => opened.set(file, [...(opened.get(file) ?? []), said]);
  for (const said of await openInBlender(files.filter((file) => IN_BLENDER.includes(path.extname(file))))) {
    note(said.path, toOpened(said));
  }
  for (const file of files) {
    for (const reader of readersOf(path.extname(file))) note(file, await attempt(reader, file));
  }
  return opened;
}

type Reader = (file: string) => Promise<Opened>;

function readersOf(extension: string): readonly Reader[] {
  switch (extension) {
    case '.glb':
      return [validate];
    case '.usdz':
      return [readUsdz];
    case '.webp':
    case '.png':
    case '.jpg':
      return [decode];
    case '.webm':
      return [probe];
    case '.splat':
      return [countSplats];
    default:
      return PRINTABLE.includes(extension) ? [slice] : [];
  }
}

async function attempt(reader: Reader, file: string): Promise<Opened> {
  try {
    return await reader(file);
  } catch (error) {
    return { by: reader.name, facts: (error as Error).message, isFaulty: true };
  }
}

async function openInBlender(files: readonly string[]): Promise<BlenderSaid[]> {
  const blender = findProgram('blender');
  if (!blender || files.length === 0) return [];
  const script = path.join(import.meta.dirname, 'open_models.py');
  const { stdout } = await run(blender, ['-b', '--factory-startup', '--python', script, '--', ...files], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('OPENED '))
    .map((line) => JSON.parse(line.slice('OPENED '.length)) as BlenderSaid);
}

function toOpened({ failure, vertices, faces, quads, pictures, missing, bones, clips }: BlenderSaid): Opened {
  if (failure !== undefined) return { by: 'Blender', facts: failure, isFaulty: true };
  const facts = [
    faces > 0 ? `${faces} faces` : `${vertices} vertices`,
    ...(quads > 0 ? [`${Math.round((quads / faces) * 100)} % quads`] : []),
    ...(pictures > 0 ? [`${pictures} pictures`] : []),
    ...(bones > 0 ? [`${bones} bones`] : []),
    ...(clips > 0 ? [`${clips} clips`] : []),
    ...missing.map((name) => `${name} is missing`),
  ];
  return { by: 'Blender', facts: facts.join(', '), isFaulty: vertices === 0 || missing.length > 0 };
}

async function validate(file: string): Promise<Opened> {
  const { issues } = await validator.validateBytes(new Uint8Array(readFileSync(file)));
  const facts = issues.numErrors === 0 ? '0 errors' : (issues.messages[0]?.message ?? 'errors');
  return { by: 'glTF validator', facts, isFaulty: issues.numErrors > 0 };
}

async function slice(file: string): Promise<Opened> {
  const said = await runIfThere('prusa-slicer', ['--info', file]);
  if (said === null) return absent('PrusaSlicer');
  const parts = /number_of_parts = +(\d+)/.exec(said)?.[1] ?? '0';
  // A surface that was open stays so when it is converted; what is made to be printed has its own tests.
  const facts = `${/manifold = yes/.test(said) ? 'manifold' : 'not manifold'}, ${parts} parts`;
  return { by: 'PrusaSlicer', facts, isFaulty: parts === '0' };
}

/** Without its images, for which three needs a browser. */
async function readUsdz(file: string): Promise<Opened> {
  const stages = Object.entries(unzipSync(readFileSync(file))).filter(([name]) => name.endsWith('.usda'));
  const plain = stages.map(([name, text]) => [
    name,
    strToU8(strFromU8(text).replace(/^.*asset inputs:file = .*$/gm, '')),
  ]);
  const archive = zipSync(Object.fromEntries(plain) as Record<string, Uint8Array>, { level: 0 });
  let meshes = 0;
  let triangles = 0;
  new USDLoader().parse(new Uint8Array(archive).buffer).traverse((thing: Object3D) => {
    if (!(thing instanceof Mesh)) return;
    const { index, attributes } = (thing as Mesh).geometry;
    meshes++;
    triangles += (index?.count ?? attributes['position']?.count ?? 0) / 3;
  });
  return { by: 'three', facts: `${meshes} meshes, ${triangles} triangles`, isFaulty: triangles === 0 };
}

async function decode(file: string): Promise<Opened> {
  const { info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return { by: 'libvips', facts: `${info.width} × ${info.height}`, isFaulty: false };
}

async function probe(file: string): Promise<Opened> {
  const entries = 'stream=codec_name,width,height,nb_read_frames,avg_frame_rate';
  const args = ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'csv=p=0', file];
  const said = await runIfThere('ffprobe', args);
  if (said === null) return absent('ffprobe');
  return { by: 'ffprobe', facts: said.trim().replaceAll(',', ' '), isFaulty: !/\d/.test(said) };
}

async function countSplats(file: string): Promise<Opened> {
  const { size } = statSync(file);
  return { by: 'its size', facts: `${size / SPLAT_BYTES} splats`, isFaulty: size === 0 || size % SPLAT_BYTES !== 0 };
}

/** What a program prints; null: this computer has it not. */
async function runIfThere(program: string, args: readonly string[]): Promise<string | null> {
  try {
    return (await run(program, [...args])).stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function absent(by: string): Opened {
  return { by, facts: 'not on this computer', isFaulty: false };
}
