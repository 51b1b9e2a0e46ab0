import { SPLAT_RECORD_BYTES, expandBySplatRecords, isSplatFile } from '../../../../src-shared/formats/splat-file.ts';
import { parsePlyHeader } from '../../../../src-shared/formats/ply-header.ts';
import { emptySplatBounds, expandByPlySplats, type SplatBounds } from '../../../../src-shared/formats/splat-bounds.ts';
import { findSplatLayout } from '../../../../src-shared/formats/splat-layout.ts';
import type { LoadFailure } from './load-failure.ts';

/** File formats of splats. */
export type SplatFormat = 'ply' | 'splat';

/** A file with splats to measure. */
export interface SplatRequest {
  readonly format: SplatFormat;
  readonly bytes: ArrayBuffer;
}

/** Replies of the worker: the measurement with the transferred bytes, or the reason for failure. */
export type SplatReply =
  | { readonly count: number; readonly box: SplatBounds; readonly bytes: ArrayBuffer }
  | { readonly failure: LoadFailure; readonly detail: string };

/** Each splat takes 180 bytes; more exceed the memory of most graphics cards. */
const MAX_SPLATS = 6_000_000;

self.onmessage = ({ data: { format, bytes } }: MessageEvent<SplatRequest>) => {
  const answer = format === 'ply' ? measure(bytes) : measureDotSplat(bytes);
  self.postMessage(answer, { transfer: 'bytes' in answer ? [bytes] : [] });
};

function measure(bytes: ArrayBuffer): SplatReply {
  const file = new Uint8Array(bytes);
  const header = parsePlyHeader(file);
  if (!header) return { failure: 'damaged', detail: 'Its header is damaged.' };
  const layout = findSplatLayout(header);
  if ('kind' in layout) {
    if (layout.kind === 'no_splats') return { failure: 'no_splats', detail: '' };
    return { failure: 'damaged', detail: `Splats written as ${layout.what} are not read.` };
  }
  const { count, start, stride, length } = layout;
  if (length !== bytes.byteLength) return { failure: 'damaged', detail: `It says ${length} bytes.` };
  if (count > MAX_SPLATS) return { failure: 'too_large', detail: '' };
  const box = emptySplatBounds();
  expandByPlySplats(box, file.subarray(start, start + count * stride), layout);
  return toReply(count, box, bytes);
}

/** Number of splats that are checked to detect the format. */
const PROBED_SPLATS = 1024;

function measureDotSplat(bytes: ArrayBuffer): SplatReply {
  const file = new Uint8Array(bytes);
  if (!isSplatFile(file.subarray(0, PROBED_SPLATS * SPLAT_RECORD_BYTES), file.byteLength))
    return { failure: 'damaged', detail: 'It is not made of splats.' };
  const count = file.byteLength / SPLAT_RECORD_BYTES;
  if (count > MAX_SPLATS) return { failure: 'too_large', detail: '' };
  const box = emptySplatBounds();
  expandBySplatRecords(box, file);
  return toReply(count, box, bytes);
}

function toReply(count: number, box: SplatBounds, bytes: ArrayBuffer): SplatReply {
  if (!(box.min[0] <= box.max[0])) return { failure: 'damaged', detail: 'No splat of it can be seen.' };
  return { count, box, bytes };
}
