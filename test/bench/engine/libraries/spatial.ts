import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { createNearestTriangleGrid } from '../../../../src-main/engine/base/spatial/nearest-triangle-grid.ts';
import {
  createSurfacePoint,
  createSurfaceTree,
  type Vector,
} from '../../../../src-main/engine/base/spatial/surface-tree.ts';
import { median } from '../../median.ts';
import type { Figure } from '../../unconverted.ts';
import { importLibrary } from './import-library.ts';
import { makeSphere, makeTorus } from './shapes.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = 3;
const QUESTIONS = 20_000;
/** Points on each triangle that are asked one after another, as the texels of a bake are. */
const TEXELS = 16;
/** Answers of both differ by no more than this, in the model's units. */
const TOLERANCE = 1e-4;

interface Vector3 {
  x: number;
  y: number;
  z: number;
  set(x: number, y: number, z: number): Vector3;
}
interface Three {
  readonly BufferGeometry: new () => {
    setAttribute(name: string, attribute: object): void;
    setIndex(attribute: object): void;
  };
  readonly BufferAttribute: new (array: Float32Array | Uint32Array, size: number) => object;
  readonly Vector3: new () => Vector3;
  readonly Ray: new () => { origin: Vector3; direction: Vector3 };
  readonly DoubleSide: number;
}
interface ThreeMeshBvh {
  readonly MeshBVH: new (geometry: object, options: { indirect: boolean }) => PeerTree;
}
interface PeerTree {
  closestPointToPoint(point: Vector3, target: object): { distance: number; faceIndex: number };
  raycastFirst(ray: object, side: number): { distance: number } | null;
}

/** Points or rays, six numbers each: a place and a unit direction. */
type Questions = Float64Array;

/** The surface tree next to three-mesh-bvh: building, nearest points and rays. */
export async function benchSpatialLibrary(folder: string): Promise<Figure[]> {
  const three = await importLibrary<Three>(folder, 'three/build/three.module.js');
  const bvh = await importLibrary<ThreeMeshBvh>(folder, 'three-mesh-bvh/build/index.module.js');
  if (!three || !bvh) return [];
  const figures: Figure[] = [];
  for (const size of SIZES) {
    const shapes = { sphere: makeSphere(size), torus: makeTorus(size) };
    for (const [name, mesh] of Object.entries(shapes)) {
      figures.push(...compare(`${name} of ${size / 1000}k`, mesh, three, bvh));
    }
  }
  return figures;
}

function compare(name: string, mesh: TriangleMesh, three: Three, { MeshBVH }: ThreeMeshBvh): Figure[] {
  const times = { ours: [] as number[], indirect: [] as number[], direct: [] as number[] };
  let tree = createSurfaceTree(mesh);
  let peer = new MeshBVH(toGeometry(mesh, three), { indirect: true });
  let direct = peer;
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(clock(() => (tree = createSurfaceTree(mesh))));
    // The engine must keep the order of the triangles: `indirect` leaves them as they are.
    const geometries = [toGeometry(mesh, three), toGeometry(mesh, three)] as const;
    times.indirect.push(clock(() => (peer = new MeshBVH(geometries[0], { indirect: true }))));
    times.direct.push(clock(() => (direct = new MeshBVH(geometries[1], { indirect: false }))));
  }
  const near = scatter(mesh, QUESTIONS, 1);
  const texels = scatter(mesh, QUESTIONS, TEXELS);
  const grid = createNearestTriangleGrid(mesh, tree);
  const point = new three.Vector3();
  const ray = new three.Ray();
  const target = { point: new three.Vector3(), distance: 0, faceIndex: 0 };
  const hit = createSurfacePoint();

  const ask = {
    tree: (at: number) => {
      hit.triangle = -1;
      tree.nearest(near[at]!, near[at + 1]!, near[at + 2]!, hit);
      return Math.sqrt(hit.squared);
    },
    peer: (at: number) => peer.closestPointToPoint(point.set(near[at]!, near[at + 1]!, near[at + 2]!), target).distance,
    direct: (at: number) =>
      direct.closestPointToPoint(point.set(near[at]!, near[at + 1]!, near[at + 2]!), target).distance,
    grid: (at: number) => {
      grid(texels[at]!, texels[at + 1]!, texels[at + 2]!, hit);
      return Math.sqrt(hit.squared);
    },
    peerTexels: (at: number) =>
      peer.closestPointToPoint(point.set(texels[at]!, texels[at + 1]!, texels[at + 2]!), target).distance,
    reach: (at: number) => {
      const from: Vector = [near[at]!, near[at + 1]!, near[at + 2]!];
      const direction: Vector = [near[at + 3]!, near[at + 4]!, near[at + 5]!];
      return finite(tree.reach(from, direction));
    },
    peerRay: (at: number) => {
      ray.origin.set(near[at]!, near[at + 1]!, near[at + 2]!);
      ray.direction.set(near[at + 3]!, near[at + 4]!, near[at + 5]!);
      return finite(peer.raycastFirst(ray, three.DoubleSide)?.distance ?? Infinity);
    },
  };
  const rates = Object.fromEntries(Object.entries(ask).map(([key, run]) => [key, rate(run)])) as Record<
    keyof typeof ask,
    number
  >;
  const [built, theirs] = [median(times.ours), median(times.indirect)];
  return [
    {
      what: `${name}, building the tree`,
      value: `${built.toFixed(0)} ms`,
      goal: '≤ the peer',
      peer: `three-mesh-bvh ${theirs.toFixed(0)} ms; reordering the triangles ${median(times.direct).toFixed(0)} ms`,
      met: built <= theirs,
    },
    toRates(`${name}, nearest points`, rates.tree, rates.peer, `; triangles reordered ${thousands(rates.direct)}`, [
      ask.tree,
      ask.peer,
    ]),
    toRates(`${name}, nearest points in the order of texels`, rates.grid, rates.peerTexels, '', [
      ask.grid,
      ask.peerTexels,
    ]),
    toRates(`${name}, rays`, rates.reach, rates.peerRay, '', [ask.reach, ask.peerRay]),
  ];
}

function toRates(
  what: string,
  ours: number,
  theirs: number,
  more: string,
  answers: readonly [(at: number) => number, (at: number) => number],
): Figure {
  let different = 0;
  for (let at = 0; at < QUESTIONS * 6; at += 6) {
    if (Math.abs(answers[0](at) - answers[1](at)) > TOLERANCE) different++;
  }
  return {
    what,
    value: `${thousands(ours)}, ${(ours / theirs).toFixed(2)} × theirs; ${different} of ${QUESTIONS} answers differ`,
    goal: '≥ the peer',
    peer: `three-mesh-bvh ${thousands(theirs)}${more}`,
    met: ours >= theirs,
  };
}

/** Questions per second: the median of some rounds after one that warms up. */
function rate(run: (at: number) => number): number {
  const all = (): void => {
    for (let at = 0; at < QUESTIONS * 6; at += 6) run(at);
  };
  all();
  return QUESTIONS / (median(Array.from({ length: ROUNDS }, () => clock(all))) / 1000);
}

function clock(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function thousands(perSecond: number): string {
  return `${(perSecond / 1000).toFixed(0)}k/s`;
}

/** Both answers of a ray that meets nothing are the same. */
function finite(distance: number): number {
  return Number.isFinite(distance) ? distance : -1;
}

/** The library reorders the triangles in place unless `indirect`: it gets a copy. */
function toGeometry({ positions, indices }: TriangleMesh, { BufferGeometry, BufferAttribute }: Three): object {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return geometry;
}

/** Points up to 2 % of a unit off the surface with directions anywhere; `run` of them follow each other on a triangle. */
function scatter({ positions, indices }: TriangleMesh, count: number, run: number): Questions {
  const questions = new Float64Array(count * 6);
  const triangles = indices.length / 3;
  let state = 7;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  let triangle = 0;
  for (let i = 0; i < count; i++) {
    if (run === 1) triangle = Math.floor(random() * triangles);
    else if (i % run === 0) triangle = (triangle + 1) % triangles;
    const u = random();
    const v = random() * (1 - u);
    const z = 2 * random() - 1;
    const turn = 2 * Math.PI * random();
    const direction = [Math.sqrt(1 - z * z) * Math.cos(turn), Math.sqrt(1 - z * z) * Math.sin(turn), z];
    // Texels of a bake lie on a coarser surface beside this one, all at about the same distance.
    const off = run === 1 ? 0.04 * (random() - 0.5) : 0.002;
    for (let k = 0; k < 3; k++) {
      const corner = (c: number): number => positions[indices[triangle * 3 + c]! * 3 + k]!;
      const place = (1 - u - v) * corner(0) + u * corner(1) + v * corner(2);
      questions[i * 6 + k] = place * (1 + off);
      questions[i * 6 + 3 + k] = direction[k]!;
    }
  }
  return questions;
}
