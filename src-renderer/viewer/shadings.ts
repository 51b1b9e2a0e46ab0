/** Ways to draw the surface. Apart from the shader, so that the page can name them before three is loaded. */
export const SHADINGS = ['lit', 'clay', 'normals', 'wireframe'] as const;

/** A way to draw the surface. */
export type Shading = (typeof SHADINGS)[number];
