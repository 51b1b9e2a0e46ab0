import { growingIntegers } from '../import/growing-array.ts';
import { checkCorners, damagedModel, truncatedModel } from '../import/import-limits.ts';
import { findWordEnd, isWord, skipSpaces } from '../text/ascii.ts';
import { joinPieces } from '../text/join-pieces.ts';
import { parseNumber } from '../text/parse-number.ts';
import type { ModelFile } from '../zip/model-file.ts';
import { createCornerWelder, type StlFacets } from './stl-facets.ts';

const WHITESPACE = [9, 10, 13, 32];
const LINE_ENDS = [10, 13];
const HEAD_BYTES = 1024;
/** `endsolid` must be so near to the end. */
const TAIL_BYTES = 4096;

/** Reads the facets of a text STL. Throws `ModelError`. */
export async function readTextFacets(file: ModelFile): Promise<StlFacets> {
  const head = new TextDecoder().decode((await file.head(HEAD_BYTES)).subarray(0, HEAD_BYTES));
  const name = /^\s*solid[ \t]+([^\r\n]{1,200})/i.exec(head)?.[1]?.trim() ?? 'model';
  const welder = createCornerWelder();
  const corners = growingIntegers();
  const vertex = new Float64Array(3);
  /** Number of coordinates of a vertex that were read; 3: none is expected. */
  let read = 3;
  let size = 0;
  let end = -Infinity;
  /** True for the rest of a line that begins with `solid` or `endsolid`: it may contain any word. */
  let isName = false;
  for await (const bytes of joinPieces(file.pieces(), WHITESPACE)) {
    const skip = (from: number): number => {
      const to = skipSpaces(bytes, from, bytes.length);
      for (let i = from; isName && i < to; i++) isName = !LINE_ENDS.includes(bytes[i]!);
      return to;
    };
    for (let at = skip(0); at < bytes.length;) {
      const next = findWordEnd(bytes, at, bytes.length);
      // A file may be a single line.
      if (isName) isName = !isWord(bytes, at, next, 'facet');
      else if (read < 3) {
        vertex[read++] = parseNumber(bytes, at, next);
        if (read === 3) {
          corners.push(welder.add(vertex[0]!, vertex[1]!, vertex[2]!));
          checkCorners(corners.length);
        }
      } else if (isWord(bytes, at, next, 'vertex')) read = 0;
      else if (isWord(bytes, at, next, 'solid')) isName = true;
      else if (isWord(bytes, at, next, 'endsolid')) {
        isName = true;
        end = size + at;
      }
      at = skip(next);
    }
    size += bytes.length;
  }
  if (size - end > TAIL_BYTES) throw truncatedModel();
  if (corners.length % 3 !== 0) throw damagedModel('model-damage.facet-corners');
  return { name, points: welder.finish(), corners: corners.finish() };
}
