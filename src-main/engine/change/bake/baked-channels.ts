import type { Document, Material } from '@gltf-transform/core';
import { getEmission } from '../../files/materials/model-surfaces.ts';

/** Texture channels of a baked material. */
export type BakedChannel = 'baseColor' | 'normal' | 'occlusionRoughnessMetallic' | 'emissive';

/** Returns the channels in which at least one material has a texture, or in which the materials differ. */
export function wantedChannels(materials: readonly (Material | null)[]): BakedChannel[] {
  const differ = (value: (material: Material | null) => readonly number[]): boolean =>
    new Set(materials.map((material) => value(material).join())).size > 1;
  const has = (value: (material: Material) => unknown): boolean => materials.some((m) => m !== null && value(m));

  const channels: BakedChannel[] = [];
  if (has((m) => m.getBaseColorTexture()) || differ((m) => m?.getBaseColorFactor() ?? [1, 1, 1, 1])) {
    channels.push('baseColor');
  }
  if (has((m) => m.getNormalTexture())) channels.push('normal');
  if (
    has((m) => m.getMetallicRoughnessTexture() ?? m.getOcclusionTexture()) ||
    differ((m) => [m?.getRoughnessFactor() ?? 1, m?.getMetallicFactor() ?? 1])
  ) {
    channels.push('occlusionRoughnessMetallic');
  }
  if (has((m) => m.getEmissiveTexture()) || differ((m) => (m ? getEmission(m) : [0, 0, 0]))) channels.push('emissive');
  return channels;
}

/**
 * Creates a material that replaces all of the others once their `channels` are baked: factors are 1 where a texture is
 * baked, else the shared value; two-sided if one of them is. The most transparent alpha mode wins: BLEND, then MASK
 * (cutoff 0.5), then OPAQUE.
 */
export function combineMaterials(
  document: Document,
  materials: readonly (Material | null)[],
  channels: readonly BakedChannel[],
): Material {
  const combined = document.createMaterial('baked');
  const first = materials[0];
  const modes = materials.map((material) => material?.getAlphaMode() ?? 'OPAQUE');
  combined.setAlphaMode(modes.includes('BLEND') ? 'BLEND' : modes.includes('MASK') ? 'MASK' : 'OPAQUE');
  combined.setDoubleSided(materials.some((material) => material?.getDoubleSided()));
  if (!channels.includes('baseColor')) combined.setBaseColorFactor(first?.getBaseColorFactor() ?? [1, 1, 1, 1]);
  if (!channels.includes('occlusionRoughnessMetallic')) {
    combined.setRoughnessFactor(first?.getRoughnessFactor() ?? 1).setMetallicFactor(first?.getMetallicFactor() ?? 1);
  }
  const emission = first ? getEmission(first) : ([0, 0, 0] as const);
  combined.setEmissiveFactor(
    channels.includes('emissive') ? [1, 1, 1] : [clamp(emission[0]), clamp(emission[1]), clamp(emission[2])],
  );
  return combined;
}

/** Clamps to 1: emission above 1 needs an extension that a baked 8-bit texture cannot use. */
function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
