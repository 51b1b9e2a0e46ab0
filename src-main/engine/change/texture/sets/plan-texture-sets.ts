import type { Document, Material } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { countTriangles, listSurfaces, type Surface } from '../../../base/document/list-surfaces.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { ATLAS_UV, packUv } from '../../../base/uv/pack-uv.ts';
import { hasPaintableUvs, readPaintUvs } from '../body/has-paintable-uvs.ts';

/** Surfaces that share one set of textures; `ATLAS_UV` says where each of their vertices lies in it. */
export interface TextureSet {
  readonly surfaces: readonly Surface[];
  /** The uvs are those of `TEXCOORD_0`, as they were. */
  readonly isKept: boolean;
}

/** Where a document is painted. */
export interface TextureSetLayout {
  readonly sets: readonly TextureSet[];
  /** Why its own uvs were not used, a whole sentence; null: they were. */
  readonly note: Note | null;
}

/** More materials than this are painted in one set, so that memory and time stay bounded. */
const MAX_SETS = 6;
/** Unwrapping takes about 1 s for so many. */
const MAX_UNWRAPPED = 200_000;

/**
 * Decides where a document's surfaces are painted, and gives them `ATLAS_UV` in place: on their own uvs, a set of
 * textures for every material, where each triangle has a place of its own there; else all of them on one new atlas.
 * Throws `ModelError` `too_large` where more than `MAX_UNWRAPPED` triangles need a new atlas.
 */
export async function planTextureSets(
  document: Document,
  { isOneSet, size }: { readonly isOneSet: boolean; readonly size: number },
): Promise<TextureSetLayout> {
  const groups = [...groupByMaterial(listSurfaces(document))].map(([material, surfaces]) => {
    const set = uvSetOf(material);
    return { surfaces, set, uvs: readPaintUvs(surfaces, set) };
  });
  const fits = groups.length <= (isOneSet ? 1 : MAX_SETS);
  if (fits && groups.every(({ surfaces, uvs }) => uvs && hasPaintableUvs(surfaces, uvs))) {
    for (const { surfaces, uvs } of groups) {
      surfaces.forEach(({ primitive }, i) => {
        const buffer = primitive.getAttribute('POSITION')!.getBuffer();
        const places = document.createAccessor().setBuffer(buffer).setType('VEC2').setArray(uvs![i]!);
        primitive.setAttribute(ATLAS_UV, places);
      });
    }
    return { sets: groups.map(({ surfaces, set }) => ({ surfaces, isKept: set === 0 })), note: null };
  }

  const triangles = countTriangles(document);
  if (triangles > MAX_UNWRAPPED) {
    throw new ModelError(
      'too_large',
      engineMessage('model-limit.unwrap-for-texture', { count: triangles, limit: MAX_UNWRAPPED }),
    );
  }
  await packUv(document, { keepCharts: false, size });
  const note: Note = fits
    ? engineMessage('texture.new-uvs')
    : engineMessage('texture.one-set', { count: groups.length });
  return { sets: [{ surfaces: listSurfaces(document), isKept: false }], note };
}

/** Makes the uvs that were painted on those of a primitive, in place. */
export function applyAtlasUvs({ surfaces, isKept }: TextureSet): void {
  for (const { primitive } of surfaces) {
    const places = primitive.getAttribute(ATLAS_UV);
    for (const semantic of primitive.listSemantics()) {
      if (!isKept && (semantic.startsWith('TEXCOORD_') || semantic === 'TANGENT'))
        primitive.setAttribute(semantic, null);
    }
    primitive.setAttribute('TEXCOORD_0', places).setAttribute(ATLAS_UV, null);
  }
}

function groupByMaterial(surfaces: readonly Surface[]): Map<Material | null, Surface[]> {
  const groups = new Map<Material | null, Surface[]>();
  for (const surface of surfaces) {
    const material = surface.primitive.getMaterial();
    const own = groups.get(material);
    if (own) own.push(surface);
    else groups.set(material, [surface]);
  }
  return groups;
}

/** The uvs that a material's colour reads. */
function uvSetOf(material: Material | null): number {
  return material?.getBaseColorTexture() ? (material.getBaseColorTextureInfo()?.getTexCoord() ?? 0) : 0;
}
