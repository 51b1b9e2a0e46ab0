import { SPLAT_RECORD_BYTES, expandBySplatRecords } from '../../../src-shared/formats/splat-file.ts';
import {
  MAX_PLY_HEADER_BYTES,
  findPlyFileBytes,
  parsePlyHeader,
  type PlyHeader,
} from '../../../src-shared/formats/ply-header.ts';
import {
  emptySplatBounds,
  expandByPlySplats,
  splatBoundsSize,
  type SplatBounds,
} from '../../../src-shared/formats/splat-bounds.ts';
import { findSplatLayout } from '../../../src-shared/formats/splat-layout.ts';
import { ModelError } from '../../engine/base/errors/model-error.ts';
import type { OpenFile } from '../../base/files/disk.ts';
import { NO_FACTS, type ContentFacts } from '../model-content.ts';
import { message, type Message } from '../../../src-shared/messages/message.ts';

/** Bytes read at once while a file is measured. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Checks that a PLY has the length its header states and contains Gaussian splats, without reading them. Returns the
 * problem as a note: a mesh is no splat, but was paid for. Throws `ModelError`.
 */
export async function checkSplat(file: OpenFile, name: string): Promise<Message[]> {
  const header = await readHeader(file);
  const length = findPlyFileBytes(header);
  const size = await file.size();
  if (length !== null && length !== size) {
    throw new ModelError('truncated', message('result.length-differs', { declared: length, actual: size }));
  }
  const found = findSplatLayout(header);
  if (!('kind' in found)) return [];
  if (found.kind === 'no_splats') return [message('job-note.not-splats', { file: name, property: found.missing })];
  throw new ModelError('unsupported', message('result.splats-encoding'));
}

/** Number of splats of a PLY and their bounding box; empty if it has no splats. */
export async function readSplatFacts(file: OpenFile): Promise<ContentFacts> {
  const header = await readHeader(file).catch((error: unknown) => {
    if (error instanceof ModelError) return null;
    throw error;
  });
  const found = header && findSplatLayout(header);
  if (!found || 'kind' in found) return NO_FACTS;
  const { start, stride, count } = found;
  const dimensions = await measure(file, { start, stride, count }, (box, bytes) => {
    expandByPlySplats(box, bytes, found);
  });
  return { ...NO_FACTS, dimensions, textures: 0, splats: count };
}

/** Number and bounding box for a `.splat`. */
export async function readDotSplatFacts(file: OpenFile): Promise<ContentFacts> {
  const count = Math.floor((await file.size()) / SPLAT_RECORD_BYTES);
  const dimensions = await measure(file, { start: 0, stride: SPLAT_RECORD_BYTES, count }, expandBySplatRecords);
  return { ...NO_FACTS, dimensions, textures: 0, splats: count };
}

async function readHeader(file: OpenFile): Promise<PlyHeader> {
  const head = new Uint8Array(MAX_PLY_HEADER_BYTES);
  const header = parsePlyHeader(head.subarray(0, await file.read(head, 0)));
  if (!header) throw new ModelError('not_a_model', message('result.header-damaged'));
  return header;
}

/** The bounding box of consecutive splats, `stride` bytes each. */
async function measure(
  file: OpenFile,
  { start, stride, count }: { readonly start: number; readonly stride: number; readonly count: number },
  grow: (box: SplatBounds, bytes: Uint8Array) => void,
): Promise<ContentFacts['dimensions']> {
  const end = start + stride * count;
  const chunk = new Uint8Array(Math.max(stride, CHUNK_BYTES - (CHUNK_BYTES % stride)));
  const box = emptySplatBounds();
  for (let at = start; at < end;) {
    const wanted = Math.min(chunk.byteLength, end - at);
    const length = await file.read(chunk.subarray(0, wanted), at);
    const whole = length - (length % stride);
    if (whole === 0) return null;
    grow(box, chunk.subarray(0, whole));
    at += whole;
  }
  return splatBoundsSize(box);
}
