import { encodeTexture } from '../../files/images/encode-texture.ts';
import { fillUncovered } from '../../base/image/fill-uncovered.ts';
import type { ProjectedMesh } from '../one-view/project-front-back.ts';
import { paintTexels } from '../../base/views/paint-texels.ts';
import type { ViewProjector } from '../../base/views/view-projector.ts';

/**
 * Bakes the texture of an unwrapped mesh: every texel gets the colour that the views show there, blended with the
 * interpolated vertex colours as far as they do not. `normals` and `colors` (sRGB, 0 to 255) are per vertex of the mesh
 * before it was unwrapped. Returns a baseline JPEG, sRGB, `size` pixels square; between the charts, their colours are
 * extended. 1024²: about 0.4 s.
 */
export async function bakeViews(
  mesh: ProjectedMesh,
  normals: Float32Array,
  colors: Float32Array,
  project: ViewProjector,
  size: number,
): Promise<Uint8Array> {
  const { indices, sources } = mesh;
  const rgba = new Uint8Array(4 * size * size);
  const covered = new Uint8Array(size * size);
  const projected = new Float64Array(3);

  const normalIndices = indices.map((vertex) => sources[vertex]!);
  paintTexels({ ...mesh, normals, normalIndices }, size, covered, (at, normal, texel, first, [wa, wb, wc]) => {
    const [p, q, r] = [3 * normalIndices[first]!, 3 * normalIndices[first + 1]!, 3 * normalIndices[first + 2]!];
    const visibility = project(at, normal, projected);
    for (let k = 0; k < 3; k++) {
      const fallback = visibility < 1 ? wa * colors[p + k]! + wb * colors[q + k]! + wc * colors[r + k]! : 0;
      rgba[4 * texel + k] = Math.round(
        visibility > 0 ? visibility * projected[k]! + (1 - visibility) * fallback : fallback,
      );
    }
    rgba[4 * texel + 3] = 255;
  });
  const filled = fillUncovered(rgba, size, size, rgba.subarray(0, 3 * size * size));
  const { bytes } = await encodeTexture({ width: size, height: size, data: filled }, 'JPEG');
  return new Uint8Array(bytes);
}
