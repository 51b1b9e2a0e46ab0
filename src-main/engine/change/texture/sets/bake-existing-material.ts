import type { Document } from '@gltf-transform/core';
import { bakeSurfaces } from '../../bake/bake-materials.ts';
import { decodeTexture } from '../../../files/images/decode-texture.ts';
import { encodeTexture } from '../../../files/images/encode-texture.ts';
import { delightTexture } from './delight-texture.ts';
import { toSurfaceMaps } from '../../../base/texture/surface-maps.ts';
import { toPaintBodies } from '../body/paint-body.ts';
import type { TextureSet } from './plan-texture-sets.ts';

/**
 * Bakes the existing materials of a texture set into one material of `size`² texels, in place. `isDelighted` removes
 * lighting from the colours; `isPbr` adds a normal map estimated from the colours if there is a colour texture but no
 * normal map.
 */
export async function bakeExistingMaterial(
  document: Document,
  { surfaces }: TextureSet,
  { size, isPbr, isDelighted }: { readonly size: number; readonly isPbr: boolean; readonly isDelighted: boolean },
): Promise<void> {
  await bakeSurfaces(document, surfaces, size);
  const material = surfaces[0]?.primitive.getMaterial();
  if (isDelighted && material) {
    const own = new Set(surfaces.map(({ primitive }) => primitive));
    const bodies = toPaintBodies(document).flatMap((body) => body.surfaces);
    await delightTexture(
      material,
      bodies.filter(({ primitive }) => own.has(primitive)),
    );
  }
  const base = material?.getBaseColorTexture();
  if (!isPbr || !material || !base || material.getNormalTexture()) return;

  const { data, width, height } = await decodeTexture(base, size);
  const rgb = data.length === 3 * width * height ? data : data.filter((_, i) => i % 4 !== 3);
  const { normal } = toSurfaceMaps({ width, height, rgb });
  const { bytes, mime } = await encodeTexture({ width, height, data: normal.rgb }, 'PNG', 'linear');
  material.setNormalTexture(document.createTexture('normal').setImage(new Uint8Array(bytes)).setMimeType(mime));
}
