import type { Document, Material } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { countTriangles, listSurfaces, type Surface } from '../../../base/document/list-surfaces.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { ATLAS_UV, packUv } from '../../../base/uv/pack-uv.ts';
import { hasPaintableUvs, readPaintUvs } from '../body/has-paintable-uvs.ts';

/** Surfaces that share one set of textures, with UVs in the attribute `ATLAS_UV`. */
export interface TextureSet {
  readonly surfaces: readonly Surface[];
  /** The UVs are those of `TEXCOORD_0`. */
  readonly keepsUvs: boolean;
}

/** Texture sets of a document. */
export interface TextureSetLayout {
  readonly sets: readonly TextureSet[];
  /** Reason why the existing UVs are not used; null if they are. */
  readonly note: Note | null;
}

/** Maximum number of sets, which limits memory and time; more materials share one set. */
const MAX_SETS = 6;
/** Maximum number of triangles to unwrap; this many take about 1 s. */
const MAX_UNWRAPPED = 200_000;

/**
 * Divides a document's surfaces into texture sets and adds their UVs as `ATLAS_UV`, in place: one set per material with
 * the existing UVs if no triangles overlap there, otherwise one set for all with a new atlas. Throws `ModelError`
 * (`too_large`) if more than `MAX_UNWRAPPED` triangles need a new atlas.
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
        const atlasUvs = document.createAccessor().setBuffer(buffer).setType('VEC2').setArray(uvs![i]!);
        primitive.setAttribute(ATLAS_UV, atlasUvs);
      });
    }
    return { sets: groups.map(({ surfaces, set }) => ({ surfaces, keepsUvs: set === 0 })), note: null };
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
  return { sets: [{ surfaces: listSurfaces(document), keepsUvs: false }], note };
}

/** Moves `ATLAS_UV` to `TEXCOORD_0`, in place, and removes other UVs and tangents unless the UVs were kept. */
export function applyAtlasUvs({ surfaces, keepsUvs }: TextureSet): void {
  for (const { primitive } of surfaces) {
    const atlasUvs = primitive.getAttribute(ATLAS_UV);
    for (const semantic of primitive.listSemantics()) {
      if (!keepsUvs && (semantic.startsWith('TEXCOORD_') || semantic === 'TANGENT'))
        primitive.setAttribute(semantic, null);
    }
    primitive.setAttribute('TEXCOORD_0', atlasUvs).setAttribute(ATLAS_UV, null);
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

/** Returns the UV set of a material's base colour texture, by default 0. */
function uvSetOf(material: Material | null): number {
  return material?.getBaseColorTexture() ? (material.getBaseColorTextureInfo()?.getTexCoord() ?? 0) : 0;
}
