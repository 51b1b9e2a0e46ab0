import { MeshoptSimplifier } from 'meshoptimizer';

/** For each vertex the first one on the same point of the plane; `places`: x and y per vertex. O(n). */
export async function weldUvs(places: Float32Array): Promise<Uint32Array> {
  await MeshoptSimplifier.ready;
  const points = new Float32Array((places.length / 2) * 3);
  for (let vertex = 0; vertex < places.length / 2; vertex++) {
    points[vertex * 3] = places[vertex * 2]!;
    points[vertex * 3 + 1] = places[vertex * 2 + 1]!;
  }
  return MeshoptSimplifier.generatePositionRemap(points, 3);
}
