import { parsePlyHeader } from '../../src-shared/ply-header.ts';
import { emptySplatBox, growSplatBox, type SplatBox } from '../../src-shared/splat-box.ts';
import { findSplats } from '../../src-shared/splat-layout.ts';
import type { LoadFailure } from './load-failure.ts';

/** What the worker answers: what the splats of a PLY are, with its bytes back, or why they are not shown. */
export type SplatReply =
  | { readonly count: number; readonly box: SplatBox; readonly bytes: ArrayBuffer }
  | { readonly failure: LoadFailure; readonly detail: string };

/** More take more memory on the graphics card than most have: 180 bytes each. */
const MOST_SPLATS = 6_000_000;

self.onmessage = ({ data: bytes }: MessageEvent<ArrayBuffer>) => {
  const answer = measure(bytes);
  self.postMessage(answer, { transfer: 'bytes' in answer ? [bytes] : [] });
};

function measure(bytes: ArrayBuffer): SplatReply {
  const file = new Uint8Array(bytes);
  const header = parsePlyHeader(file);
  if (!header) return { failure: 'damaged', detail: 'Its header is damaged.' };
  const found = findSplats(header);
  if ('kind' in found) {
    if (found.kind === 'no_splats') return { failure: 'no_splats', detail: '' };
    return { failure: 'damaged', detail: `Splats written as ${found.what} are not read.` };
  }
  const { count, start, stride, length } = found;
  if (length !== bytes.byteLength) return { failure: 'damaged', detail: `It says ${length} bytes.` };
  if (count > MOST_SPLATS) return { failure: 'too_large', detail: '' };
  const box = emptySplatBox();
  growSplatBox(box, file.subarray(start, start + count * stride), found);
  if (!(box.min[0] <= box.max[0])) return { failure: 'damaged', detail: 'No splat of it can be seen.' };
  return { count, box, bytes };
}
