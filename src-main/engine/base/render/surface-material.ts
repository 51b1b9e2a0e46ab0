import type { Material, Texture } from '@gltf-transform/core';
import type { FlatPrimitive } from '../document/flat-mesh.ts';
import type { RenderTexture } from './render-texture.ts';
import { loadRenderTexture } from './render-texture.ts';

/** A material as the preview renders it: diffuse colour, emission and transparency. Colours are linear. */
export interface SurfaceMaterial {
  readonly color: readonly [number, number, number, number];
  readonly texture: RenderTexture | null;
  readonly glow: readonly [number, number, number];
  readonly glowTexture: RenderTexture | null;
  readonly isDoubleSided: boolean;
  /** Alpha below which nothing is drawn; 0 for opaque surfaces. */
  readonly cutoff: number;
  readonly isBlended: boolean;
}

/** Material of a primitive without one: light grey, double-sided. */
const PLAIN: SurfaceMaterial = {
  color: [0.6, 0.6, 0.6, 1],
  texture: null,
  glow: [0, 0, 0],
  glowTexture: null,
  isDoubleSided: true,
  cutoff: 0,
  isBlended: false,
};

/** Loads each primitive's material and decodes every texture once, at most `edge` pixels wide. */
export async function loadSurfaceMaterials(
  primitives: readonly FlatPrimitive[],
  edge: number,
): Promise<SurfaceMaterial[]> {
  const surfaces = new Map<Material, SurfaceMaterial>();
  const textures = new Map<Texture, RenderTexture | null>();

  const load = async (texture: Texture | null, info: ReturnType<Material['getBaseColorTextureInfo']>) => {
    if (!texture) return null;
    if (!textures.has(texture)) textures.set(texture, await loadRenderTexture(texture, info, edge));
    return textures.get(texture)!;
  };
  const result: SurfaceMaterial[] = [];
  for (const { material } of primitives) {
    if (material && !surfaces.has(material)) {
      const mode = material.getAlphaMode();
      surfaces.set(material, {
        color: material.getBaseColorFactor(),
        texture: await load(material.getBaseColorTexture(), material.getBaseColorTextureInfo()),
        glow: material.getEmissiveFactor(),
        glowTexture: await load(material.getEmissiveTexture(), material.getEmissiveTextureInfo()),
        isDoubleSided: material.getDoubleSided(),
        cutoff: mode === 'MASK' ? material.getAlphaCutoff() : 0,
        isBlended: mode === 'BLEND',
      });
    }
    result.push(material ? surfaces.get(material)! : PLAIN);
  }
  return result;
}
