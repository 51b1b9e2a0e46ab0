/**
 * Shading modes in the order of their keys. Separate from the shader, because the page needs their names before three
 * is loaded.
 */
export const SHADING_MODES = ['lit', 'matcap', 'normals', 'wireframe', 'uv', 'colours'] as const;

/** Channels of a physically based material that can be shown alone. */
export const MAPS = ['base', 'roughness', 'metallic', 'normal', 'occlusion', 'emissive'] as const;

/** A channel of a physically based material. */
export type MapName = (typeof MAPS)[number];

/** A shading mode, or one material channel alone. */
export type Shading = (typeof SHADING_MODES)[number] | MapName;

/** True if the shading shows one material channel alone. */
export function isMapShading(shading: Shading): shading is MapName {
  return (MAPS as readonly string[]).includes(shading);
}
