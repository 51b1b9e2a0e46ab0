import type { Document, Material, Node } from '@gltf-transform/core';
import { combineMaterials, wantedChannels, type BakedChannel } from './baked-channels.ts';
import { createTexelShader } from './texel-shader.ts';
import { growTexture } from './dilate-texture.ts';
import { readFloats, type Surface } from '../../base/document/list-surfaces.ts';
import { ATLAS_UV } from '../../base/uv/pack-uv.ts';
import { rasterizeTriangles } from '../../base/mesh/rasterize-triangles.ts';
import { toVertexNormals } from '../../base/mesh/vertex-normals.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { joinPatches, patchOf, type SourcePatches } from '../../base/primitive/joined-patches.ts';
import { createNearestTriangleGrid, type NearestPoint } from '../../base/spatial/nearest-triangle-grid.ts';
import { createSurfacePoint, createSurfaceTree } from '../../base/spatial/surface-tree.ts';
import { attachTexture, encodeBaked } from './attach-texture.ts';
import { loadTextureSamplers, type TextureSamplers } from './load-texture-samplers.ts';
import { MAX_BAKED_SIZE } from './choose-texture-size.ts';
import { createNormalTransfer } from './normal-transfer.ts';

/** Rings of texels dilated around a chart. */
const RINGS = 8;

/** A surface to bake onto and the node of the old surface it replaces; both in the same space. */
export interface BakePair {
  readonly target: Surface;
  readonly source: Node;
}

/** Source surfaces, prepared for lookups. */
interface Origin {
  readonly patches: SourcePatches;
  readonly nearest: NearestPoint;
}

/** Options of `transferTextures`. */
interface TransferOptions {
  /** Bakes vertex colours into the base colour and removes them. False: targets keep their own. */
  readonly vertexColors?: boolean;
  /** Bakes normals even if no material has a normal map; absent: true. */
  readonly normals?: boolean;
}

/** Textures of the same size that are baked together. */
interface Pass {
  readonly channels: readonly BakedChannel[];
  readonly size: number;
  readonly vertexColors: boolean;
}

/**
 * Bakes the appearance of other surfaces onto the atlas uvs (`packUv`) of a document's surfaces, in place: each texel
 * takes the colour of the nearest source point that faces the same way. All targets get one material with one set of
 * textures of `size`² texels: base colour, occlusion/roughness/metalness and emission, each only if a material needs
 * it, and normals by default, so that fewer faces keep the shading of the source. Beyond `MAX_BAKED_SIZE`, normal maps from
 * vertex normals alone are limited to that size and a base colour is a JPEG; everything else is PNG. Old uvs are
 * removed. Four of 2048²: about 5 s; base colour of 4096²: about 6 s.
 */
export async function transferTextures(
  document: Document,
  pairs: readonly BakePair[],
  size: number,
  report: ReportProgress,
  { vertexColors = false, normals = true }: TransferOptions = {},
): Promise<void> {
  const origins = new Map<Node, Origin>();
  const materials: (Material | null)[] = [];
  for (const node of new Set(pairs.map(({ source }) => source))) {
    const patches = joinPatches(node);
    if (!patches) continue;
    origins.set(node, { patches, nearest: createNearestTriangleGrid(patches, createSurfaceTree(patches)) });
    for (const { primitive } of patches.patches) materials.push(primitive.getMaterial());
  }
  const used = [...new Set(materials)];
  const isPainted = vertexColors && pairs.some(({ source }) => hasVertexColors(source));
  const colors = isPainted ? (['baseColor'] as const) : [];
  const shading = normals ? (['normal'] as const) : [];
  const channels: BakedChannel[] = [...new Set([...colors, ...wantedChannels(used), ...shading])];
  const material = combineMaterials(document, used, channels);
  const passes = planPasses(channels, used, size).map((pass) => ({ ...pass, vertexColors }));
  for (const [i, pass] of passes.entries()) {
    const toPass = (share: number): void => report((i + share) / passes.length, 'bake');
    const pixels = await bakePass(pairs, origins, used, pass, toPass);
    // Encoded in parallel but attached in order, so that the order in the file does not depend on timing.
    const files = await Promise.all(
      [...pixels].map(async ([channel, data]) => ({
        channel,
        file: await encodeBaked(material, channel, { width: pass.size, height: pass.size, data }),
      })),
    );
    for (const { channel, file } of files) attachTexture(document, material, channel, file);
  }
  const orm = material.getMetallicRoughnessTexture();
  if (orm && used.some((each) => each?.getOcclusionTexture())) material.setOcclusionTexture(orm);
  for (const { target } of pairs) {
    applyMaterial(target, material);
    if (isPainted) target.primitive.setAttribute('COLOR_0', null);
  }
}

function hasVertexColors(node: Node): boolean {
  return (
    node
      .getMesh()
      ?.listPrimitives()
      .some((primitive) => primitive.getAttribute('COLOR_0')) ?? false
  );
}

/** Groups textures into passes: large textures of different sizes are baked one after the other to limit memory. */
function planPasses(
  channels: readonly BakedChannel[],
  materials: readonly (Material | null)[],
  size: number,
): Omit<Pass, 'vertexColors'>[] {
  const isMapped = materials.some((material) => material?.getNormalTexture());
  if (size <= MAX_BAKED_SIZE || isMapped) return [{ channels, size }];
  return [
    { channels: channels.filter((channel) => channel !== 'normal'), size },
    { channels: ['normal'], size: MAX_BAKED_SIZE },
  ];
}

/** Bakes the RGBA texels of a pass's channels, dilated beyond the charts. */
async function bakePass(
  pairs: readonly BakePair[],
  origins: ReadonlyMap<Node, Origin>,
  materials: readonly (Material | null)[],
  pass: Pass,
  report: (share: number) => void,
): Promise<ReadonlyMap<BakedChannel, Uint8Array>> {
  const { channels, size } = pass;
  const samplers = await loadTextureSamplers(materials, size);
  const pixels = new Map(channels.map((channel) => [channel, new Uint8Array(size * size * 4)]));
  const covered = new Uint8Array(size * size);
  pairs.forEach(({ target, source }, i) => {
    const own = origins.get(source);
    if (own) bakeSurface(target, own, samplers, pixels, covered, pass);
    report(i / pairs.length);
  });
  const texels = [...pixels.values()].map((data) => new Uint32Array(data.buffer));
  growTexture(covered, size, RINGS, (to, from) => {
    for (const own of texels) own[to] = own[from]!;
  });
  return pixels;
}

function bakeSurface(
  { primitive, indices }: Surface,
  { patches: source, nearest }: Origin,
  samplers: TextureSamplers,
  pixels: ReadonlyMap<BakedChannel, Uint8Array>,
  covered: Uint8Array,
  { size, vertexColors }: Pass,
): void {
  const places = readFloats(primitive, ATLAS_UV);
  if (!places) return;
  const positions = readFloats(primitive, 'POSITION')!;
  const normals = readFloats(primitive, 'NORMAL') ?? toVertexNormals({ positions, indices });
  // Normals are transferred separately: the tangent frames of the two surfaces differ.
  const colors = new Map([...pixels].filter(([channel]) => channel !== 'normal'));
  const shades = source.patches.map((patch) =>
    createTexelShader(patch.primitive, patch.indices, new Float32Array(0), samplers, colors, vertexColors),
  );
  const normalPixels = pixels.get('normal');
  const turn = normalPixels && createNormalTransfer({ positions, normals, indices, places }, source, samplers);
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
    turn?.(triangle, facing, patch, local, hit, normalPixels!, texel * 4);
  });
}

function applyMaterial({ primitive }: Surface, material: Material): void {
  const places = primitive.getAttribute(ATLAS_UV);
  for (const semantic of primitive.listSemantics()) {
    if (semantic.startsWith('TEXCOORD_') || semantic === 'TANGENT') primitive.setAttribute(semantic, null);
  }
  primitive.setMaterial(material).setAttribute('TEXCOORD_0', places).setAttribute(ATLAS_UV, null);
}
