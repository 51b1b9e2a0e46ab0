import { STL_FACET_BYTES, STL_HEADER_BYTES } from '../../../../src-shared/formats/stl-file.ts';
import { checkCorners } from '../import/import-limits.ts';
import { createCornerWelder, type StlFacets } from './stl-facets.ts';

/** Reads the facets of a binary STL. Throws `ModelError` `too_large` before it reads too many. */
export function readBinaryFacets(bytes: Uint8Array): StlFacets {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(STL_HEADER_BYTES, true);
  checkCorners(count * 3);
  const welder = createCornerWelder();
  const corners = new Uint32Array(count * 3);
  for (let facet = 0; facet < count; facet++) {
    // A facet begins with its normal.
    const start = STL_HEADER_BYTES + 4 + facet * STL_FACET_BYTES + 12;
    for (let k = 0; k < 3; k++) {
      const at = start + k * 12;
      corners[facet * 3 + k] = welder.add(
        view.getFloat32(at, true),
        view.getFloat32(at + 4, true),
        view.getFloat32(at + 8, true),
      );
    }
  }
  return { name: 'model', points: welder.finish(), corners };
}
