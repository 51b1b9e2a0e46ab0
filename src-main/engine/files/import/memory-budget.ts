import type { Accessor, Document } from '@gltf-transform/core';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { readTextureSize } from '../../base/document/texture-size.ts';

/** What work on a model takes, in bytes beside the process itself; measured, with a tenth to spare (`docs/security.md`). */
interface WorkCost {
  /** For each byte of the model's numbers: copies of its vertices and indices. */
  readonly perByte: number;
  /** For each triangle: lists of faces, edges and neighbours. */
  readonly perTriangle: number;
  /** For each pixel of its textures, where they are decoded together. */
  readonly perTexel?: number;
  /** True if instances stay instances of one mesh. */
  readonly shares?: boolean;
}

const WORK_COSTS = {
  /** Reading it, which the readers do too, within their 450 MiB; the bytes of the file count as well. */
  read: { perByte: 1.33, perTriangle: 0, shares: true },
  import: { perByte: 4, perTriangle: 0, shares: true },
  'convert to GLTF': { perByte: 5.4, perTriangle: 0, shares: true },
  'convert to FBX': { perByte: 5.2, perTriangle: 40 },
  'convert to STL': { perByte: 3.9, perTriangle: 45 },
  'convert to OBJ': { perByte: 5.3, perTriangle: 20 },
  'convert to USDZ': { perByte: 11.4, perTriangle: 0 },
  'convert to 3MF': { perByte: 4.3, perTriangle: 35 },
  /** Another number of triangles, new UVs, a cut. */
  reshape: { perByte: 3.5, perTriangle: 255 },
  /** The same, with textures that are baked from the original. */
  bake: { perByte: 3.5, perTriangle: 255, perTexel: 3.1 },
  quads: { perByte: 4.2, perTriangle: 480 },
  segment: { perByte: 10, perTriangle: 90 },
  complete: { perByte: 4.6, perTriangle: 310 },
  refine: { perByte: 7.4, perTriangle: 1_750 },
  texture: { perByte: 5, perTriangle: 250 },
  rig: { perByte: 6, perTriangle: 100 },
  stylize: { perByte: 5, perTriangle: 100 },
} as const satisfies Readonly<Record<string, WorkCost>>;

/** Work on a model, by what it takes. */
export type ModelWork = keyof typeof WORK_COSTS;

/** Largest memory of a task, by design, less what its process takes without a model. */
const MAX_WORK_BYTES = 600e6 - 195e6;

/** What a file and its numbers may have together while it is read. */
export const MAX_READ_BYTES = MAX_WORK_BYTES / WORK_COSTS.read.perByte;

/** Returns the memory in which a file and its numbers of so many bytes are read. */
export function toReadMemory(bytes: number): number {
  return bytes * WORK_COSTS.read.perByte;
}

/** The size of a model, known from the description of a GLB before anything is decoded. */
export interface ModelSize {
  /** Those it draws, instances included. */
  readonly triangles: number;
  /** Length of all vertices and indices once decoded, and of meshopt's buffers that they are decoded from. */
  readonly storedBytes: number;
  /** The same, with the meshes of instances counted each time: most work gives every instance its own. */
  readonly drawnBytes: number;
  /** Pixels of all textures. */
  readonly texels: number;
}

/**
 * Throws `ModelError` `too_large` for a model that is too large for some work: it could not end within its memory. The
 * message says how many triangles would fit.
 */
export function checkMemory(work: ModelWork, { triangles, storedBytes, drawnBytes, texels }: ModelSize): void {
  const { perByte, perTriangle, perTexel = 0, shares }: WorkCost = WORK_COSTS[work];
  const available = MAX_WORK_BYTES - texels * perTexel;
  if (available < 0) throw new ModelError('too_large', engineMessage('model-limit.texture-pixels'));
  const needed = (shares ? storedBytes : drawnBytes) * perByte + triangles * perTriangle;
  if (needed <= available) return;
  if (triangles === 0) throw new ModelError('too_large', engineMessage('model-limit.available-memory'));
  const limit = roundDown((triangles * available) / needed);
  throw new ModelError('too_large', engineMessage('model-limit.work', { count: triangles, limit }));
}

/** Measures a model that was read. */
export function measureModel(document: Document): ModelSize {
  const root = document.getRoot();
  const storedBytes = addBytes(root.listAccessors());
  const drawn = root.listNodes().flatMap((node) => node.getMesh()?.listPrimitives() ?? []);
  const drawnBytes = drawn.reduce((sum, each) => sum + addBytes([...each.listAttributes(), each.getIndices()]), 0);
  const texels = root.listTextures().reduce((sum, texture) => {
    const [width, height] = readTextureSize(texture) ?? [0, 0];
    return sum + width * height;
  }, 0);
  return { triangles: countTriangles(document), storedBytes, drawnBytes: Math.max(storedBytes, drawnBytes), texels };
}

function addBytes(accessors: readonly (Accessor | null)[]): number {
  return accessors.reduce((sum, accessor) => sum + (accessor?.getArray()?.byteLength ?? 0), 0);
}

/** Two digits: the costs are not exact. */
function roundDown(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.floor(count / unit) * unit;
}
