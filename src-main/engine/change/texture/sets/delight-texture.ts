import type { Material } from '@gltf-transform/core';
import { decodeTexture } from '../../../files/images/decode-texture.ts';
import { encodeTexture } from '../../../files/images/encode-texture.ts';
import { LINEAR_OF_BYTE, toSrgbByte } from '../../../base/color/srgb.ts';
import { readFloats } from '../../../base/document/list-surfaces.ts';
import { paintTexels } from '../../../base/views/paint-texels.ts';
import { fillUncovered } from '../../../base/image/fill-uncovered.ts';
import type { PaintBodySurface } from '../body/paint-body.ts';
import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { estimateLight, type Gain } from '../../../base/views/estimate-light.ts';

/**
 * Removes the light found by `estimateLight` from a material's square base colour texture, in place. `surfaces` are all
 * surfaces with the material; their UVs in `TEXCOORD_0` must not overlap. Does nothing without a square texture. 2048²:
 * about 1.5 s.
 */
export async function delightTexture(material: Material, surfaces: readonly PaintBodySurface[]): Promise<void> {
  const texture = material.getBaseColorTexture();
  if (!texture) return;
  const { width: size, height, data } = await decodeTexture(texture);
  if (size !== height) return;
  const channels = data.length / (size * size);
  const mapped = surfaces.flatMap((surface) => {
    const uvs = readFloats(surface.primitive, 'TEXCOORD_0');
    return uvs ? [{ ...surface, uvs }] : [];
  });
  const gain = estimateTextureLight(mapped, data, size, channels);

  const rgba = new Uint8Array(4 * size * size);
  const covered = new Uint8Array(size * size);
  for (const surface of mapped) {
    paintTexels(surface, size, covered, (_at, normal, texel) => {
      const own = gain(normal);
      for (let c = 0; c < 3; c++) {
        rgba[4 * texel + c] = toSrgbByte(own * LINEAR_OF_BYTE[data[channels * texel + c]!]!);
      }
      rgba[4 * texel + 3] = 255;
    });
  }
  const rgb = fillUncovered(rgba, size, size);
  const pixels = channels === 4 ? withAlphaOf(rgb, data) : rgb;
  const { bytes, mime } = await encodeTexture({ width: size, height: size, data: pixels }, 'PNG');
  texture.setImage(new Uint8Array(bytes)).setMimeType(mime);
}

interface MappedSurface extends PaintBodySurface {
  readonly uvs: Float32Array;
}

/** Estimates the light on all surfaces together from the texture's colours at the centroids of their triangles. */
function estimateTextureLight(
  surfaces: readonly MappedSurface[],
  data: Uint8Array,
  size: number,
  channels: number,
): Gain {
  const mesh = joinSurfaces(surfaces);
  const uvs = new Float32Array(2 * (mesh.positions.length / 3));
  let at = 0;
  for (const surface of surfaces) {
    uvs.set(surface.uvs, at);
    at += surface.uvs.length;
  }
  return estimateLight(mesh, (_at, _normal, out, first) => {
    const [x, y] = [0, 1].map((k) => {
      const middle = [0, 1, 2].reduce((sum, c) => sum + uvs[2 * mesh.indices[first + c]! + k]! / 3, 0);
      return Math.min(size - 1, Math.max(0, Math.floor(middle * size)));
    }) as [number, number];
    for (let c = 0; c < 3; c++) out[c] = data[channels * (y * size + x) + c]!;
    return 1;
  });
}

function joinSurfaces(surfaces: readonly MappedSurface[]): TriangleMesh {
  const positions = new Float32Array(surfaces.reduce((sum, each) => sum + each.positions.length, 0));
  const indices = new Uint32Array(surfaces.reduce((sum, each) => sum + each.indices.length, 0));
  let [vertices, corners] = [0, 0];
  for (const surface of surfaces) {
    positions.set(surface.positions, 3 * vertices);
    indices.set(
      surface.indices.map((vertex) => vertex + vertices),
      corners,
    );
    vertices += surface.positions.length / 3;
    corners += surface.indices.length;
  }
  return { positions, indices };
}

function withAlphaOf(rgb: Uint8Array, rgba: Uint8Array): Uint8Array {
  const data = rgba.slice();
  for (let i = 0; i < rgba.length / 4; i++) data.set(rgb.subarray(3 * i, 3 * i + 3), 4 * i);
  return data;
}
