import type { FlatPrimitive } from '../document/flat-mesh.ts';

/**
 * The renderable data of a primitive: without its material, which a surface replaces, it can be passed to another
 * thread.
 */
export type RenderPrimitive = Omit<FlatPrimitive, 'material' | 'quads'>;
