import { MeshoptSimplifier } from 'meshoptimizer';

/** Returns for each vertex the first one with the same UV; `places`: x and y per vertex. O(n). */
export async function weldUvs(places: Float32Array): Promise<Uint32Array> {
  await MeshoptSimplifier.ready;
  const points = new Float32Array((places.length / 2) * 3);
  for (let vertex = 0; vertex < places.length / 2; vertex++) {
    points[vertex * 3] = places[vertex * 2]!;
    points[vertex * 3 + 1] = places[vertex * 2 + 1]!;
  }
  return MeshoptSimplifier.generatePositionRemap(points, 3);
}
