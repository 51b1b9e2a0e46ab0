import type { Document } from '@gltf-transform/core';

/** Returns the world positions of a document's joints by name. */
export const jointsOf = (document: Document) =>
  new Map(
    document
      .getRoot()
      .listSkins()[0]!
      .listJoints()
      .map((joint) => [joint.getName(), joint.getWorldTranslation()]),
  );

/** Lists the position and the skinning weights, by bone name, of each vertex of a document. */
export function listWeights(document: Document) {
  const names = [...jointsOf(document).keys()];
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) =>
      mesh.listPrimitives().flatMap((primitive) => {
        const [joints, weights] = [primitive.getAttribute('JOINTS_0')!, primitive.getAttribute('WEIGHTS_0')!];
        const positions = primitive.getAttribute('POSITION')!;
        return Array.from({ length: positions.getCount() }, (_, i) => {
          const own = weights.getElement<number[]>(i, []);
          const shares = joints
            .getElement<number[]>(i, [])
            .flatMap((joint, k) => (own[k]! > 0 ? [[names[joint]!, own[k]!] as const] : []));
          return {
            at: positions.getElement<number[]>(i, []),
            sum: own.reduce((sum, share) => sum + share, 0),
            shares: new Map(shares),
          };
        });
      }),
    );
}
