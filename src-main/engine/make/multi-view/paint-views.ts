import { estimateLightGains } from '../../base/views/estimate-light-gains.ts';
import type { ModelParts } from '../../files/gltf/model-document.ts';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';
import { bakeViews } from './bake-views.ts';
import type { View } from '../../base/views/read-views.ts';
import { mirrorView } from '../../base/views/mirror-view.ts';
import { unwrapByDirection } from './unwrap/unwrap-by-direction.ts';
import { toVertexColors } from '../../base/views/vertex-colors.ts';
import type { BodySize } from '../../base/views/view-projector.ts';
import { createViewProjector } from '../../base/views/view-projector.ts';

/** Options for projecting views onto a mesh. */
export interface ViewPainting {
  /** Edge of the square texture in pixels, a power of two. */
  readonly size: number;
  /** True to remove light and shade from the images. */
  readonly isDelighted: boolean;
}

/** Sides that look alike on most objects: a side without an image shows the mirror image of the other. */
const TWINS = [
  ['left', 'right'],
  ['right', 'left'],
] as const;

/**
 * Unwraps a closed mesh (unit: its height) and bakes the views into its texture; vertices are duplicated along the
 * seams. If only one side has an image, the other shows its mirror image.
 */
export async function paintViews(
  mesh: TriangleMesh,
  normals: Float32Array,
  views: readonly View[],
  body: BodySize,
  { size, isDelighted }: ViewPainting,
): Promise<ModelParts> {
  const all = [...views, ...mirrorSides(views)];
  const gains = isDelighted ? await estimateLightGains(mesh, all, body) : [];
  // A view covers about a quarter of the texture.
  const project = await createViewProjector(mesh, all, body, size / 2, { gains });
  const cut = unwrapByDirection(mesh, size);
  const image = await bakeViews(cut, normals, toVertexColors(mesh, normals, project), project, size);
  const ownNormals = new Float32Array(cut.positions.length);
  cut.sources.forEach((from, to) => ownNormals.set(normals.subarray(3 * from, 3 * from + 3), 3 * to));
  return { ...cut, normals: ownNormals, texture: { uvs: cut.uvs, image }, color: [1, 1, 1] };
}

function mirrorSides(views: readonly View[]): View[] {
  return TWINS.flatMap(([given, missing]) => {
    const view = views.find(({ name }) => name === given);
    return view && !views.some(({ name }) => name === missing) ? [mirrorView(view, missing)] : [];
  });
}
