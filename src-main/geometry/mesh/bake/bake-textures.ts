import type { Document, Material, Node } from '@gltf-transform/core';
import { combineMaterials, wantedChannels, type BakedChannel } from '../../bake/baked-channels.ts';
import { createTexelShader } from '../../bake/bake-texel.ts';
import { dilateTexture } from '../../dilate-texture.ts';
import { readFloats, type Surface } from '../../list-surfaces.ts';
import { ATLAS_UV } from '../../pack-uv.ts';
import { rasterizeTriangles } from '../../rasterize-triangles.ts';
import { toVertexNormals } from '../../vertex-normals.ts';
import type { Report } from '../../report.ts';
import { joinPatches, patchOf, type SourcePatches } from '../source-patches.ts';
import { createNearbyTriangles, type NearestPoint } from '../nearby-triangles.ts';
import { createSurfacePoint, createSurfaceTree } from '../surface-tree.ts';
import { attachTexture, encodeBaked } from './attach-texture.ts';
import { loadSamplers, type Samplers } from '../../bake/load-samplers.ts';
import { createNormalTransfer } from './normal-transfer.ts';

/** Rings of texels grown around a chart. */
const RINGS = 8;

/** A surface to bake onto and the node whose old surface it stands for; both in the same space. */
export interface BakePair {
  readonly target: Surface;
  readonly source: Node;
}

/**
 * Bakes the look of other surfaces onto the atlas uvs (`packUv`) of a document's surfaces, in place: each texel takes
 * what the nearest point of the source that faces the same way shows. All targets get one material with one set of PNGs
 * of `size`² texels: base colour, occlusion/roughness/metalness and emission, each only if a material needs it, and
 * always the normals, so that fewer faces still shade like many. Old uvs are dropped. Four of 2048²: about 5 s.
 */
export async function bakeTextures(
  document: Document,
  pairs: readonly BakePair[],
  size: number,
  report: Report,
): Promise<void> {
  const nodes = [...new Set(pairs.map(({ source }) => source))];
  const sources = new Map<Node, { patches: SourcePatches; nearest: NearestPoint }>();
  const materials: (Material | null)[] = [];
  for (const node of nodes) {
    const patches = joinPatches(node);
    if (!patches) continue;
    sources.set(node, { patches, nearest: createNearbyTriangles(patches, createSurfaceTree(patches)) });
    for (const { primitive } of patches.patches) materials.push(primitive.getMaterial());
  }
  const used = [...new Set(materials)];
  const channels: BakedChannel[] = [...new Set([...wantedChannels(used), 'normal' as const])];
  const samplers = await loadSamplers(used, size);
  const pixels = new Map(channels.map((channel) => [channel, new Uint8Array(size * size * 4)]));
  const covered = new Uint8Array(size * size);
  pairs.forEach(({ target, source }, i) => {
    const own = sources.get(source);
    if (own) bakeSurface(target, own.patches, own.nearest, samplers, pixels, covered, size);
    report(i / pairs.length, 'bake');
  });

  const origins = dilateTexture(covered, size, RINGS);
  const material = combineMaterials(document, used, channels);
  for (const data of pixels.values()) {
    const texels = new Uint32Array(data.buffer);
    for (let i = 0; i < texels.length; i++) if (origins[i]! >= 0) texels[i] = texels[origins[i]!]!;
  }
  // Encoded side by side, put in one after the other: the order in the file must not hang on time.
  const files = await Promise.all(
    [...pixels].map(async ([channel, data]) => ({
      channel,
      png: await encodeBaked(material, channel, { width: size, height: size, data }),
    })),
  );
  for (const { channel, png } of files) attachTexture(document, material, channel, png);
  const orm = material.getMetallicRoughnessTexture();
  if (orm && used.some((each) => each?.getOcclusionTexture())) material.setOcclusionTexture(orm);
  for (const { target } of pairs) wear(target, material);
}

function bakeSurface(
  { primitive, indices }: Surface,
  source: SourcePatches,
  nearest: NearestPoint,
  samplers: Samplers,
  pixels: ReadonlyMap<BakedChannel, Uint8Array>,
  covered: Uint8Array,
  size: number,
): void {
  const places = readFloats(primitive, ATLAS_UV);
  if (!places) return;
  const positions = readFloats(primitive, 'POSITION')!;
  const normals = readFloats(primitive, 'NORMAL') ?? toVertexNormals({ positions, indices });
  // Normals are this function's own: their tangent frames differ between the two surfaces.
  const colors = new Map([...pixels].filter(([channel]) => channel !== 'normal'));
  const shades = source.patches.map((patch) =>
    createTexelShader(patch.primitive, patch.indices, new Float32Array(0), samplers, colors),
  );
  const turn = createNormalTransfer({ positions, normals, indices, places }, source, samplers);
  const normalPixels = pixels.get('normal')!;
  const hit = createSurfacePoint();
  const at: [number, number, number] = [0, 0, 0];
  const facing: [number, number, number] = [0, 0, 0];
  rasterizeTriangles(places, indices, size, covered, (triangle, texel, a, b, c) => {
    const i = indices[triangle * 3]! * 3;
    const j = indices[triangle * 3 + 1]! * 3;
    const k = indices[triangle * 3 + 2]! * 3;
    for (let axis = 0; axis < 3; axis++) {
      at[axis] = a * positions[i + axis]! + b * positions[j + axis]! + c * positions[k + axis]!;
      facing[axis] = a * normals[i + axis]! + b * normals[j + axis]! + c * normals[k + axis]!;
    }
    nearest(at[0], at[1], at[2], hit, facing);
    if (hit.triangle < 0) nearest(at[0], at[1], at[2], hit);
    if (hit.triangle < 0) return;
    const patch = patchOf(source, hit.triangle);
    const local = hit.triangle - source.firsts[patch]!;
    shades[patch]!(local, texel, hit.a, hit.b, hit.c);
    turn(triangle, facing, patch, local, hit, normalPixels, texel * 4);
  });
}

function wear({ primitive }: Surface, material: Material): void {
  const places = primitive.getAttribute(ATLAS_UV);
  for (const semantic of primitive.listSemantics()) {
    if (semantic.startsWith('TEXCOORD_') || semantic === 'TANGENT') primitive.setAttribute(semantic, null);
  }
  primitive.setMaterial(material).setAttribute('TEXCOORD_0', places).setAttribute(ATLAS_UV, null);
}
