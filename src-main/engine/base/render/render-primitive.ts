import type { FlatPrimitive } from '../document/flat-mesh.ts';

/** What is drawn of a piece: without its material, which a surface stands for, it can be handed to another thread. */
export type RenderPrimitive = Omit<FlatPrimitive, 'material' | 'quads'>;
