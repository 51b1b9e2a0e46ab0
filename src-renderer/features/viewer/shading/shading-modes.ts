/** Ways to draw the whole surface, in the order of their keys. Apart from the shader: the page names them before three is loaded. */
export const SHADING_MODES = ['lit', 'matcap', 'normals', 'wireframe', 'uv', 'colours'] as const;

/** Parts of a physically based material that can be looked at alone. */
export const MAPS = ['base', 'roughness', 'metallic', 'normal', 'occlusion', 'emissive'] as const;

/** A part of a physically based material. */
export type MapName = (typeof MAPS)[number];

/** A way to draw the surface: as a whole, or one part of its materials alone. */
export type Shading = (typeof SHADING_MODES)[number] | MapName;

/** Whether a way to draw the surface shows one part of its materials alone. */
export function isMapShading(shading: Shading): shading is MapName {
  return (MAPS as readonly string[]).includes(shading);
}
