import * as BVH from 'three-mesh-bvh';
import * as THREE from 'three';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { createNearestTriangleGrid } from '../../../../src-main/engine/base/spatial/nearest-triangle-grid.ts';
import {
  createSurfacePoint,
  createSurfaceTree,
  type Vector,
} from '../../../../src-main/engine/base/spatial/surface-tree.ts';
import { timed } from '../../harness/clock.ts';
import { defineGroup, type Trial } from '../../harness/row.ts';
import { makeSphere, makeTorus } from './shapes.ts';

const SIZE = 100_000;
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

interface Context {
  readonly three: Three;
  readonly bvh: ThreeMeshBvh;
  /** Built for the shape that was asked for last. */
  shape: Shape | null;
}

interface Shape {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly questions: Readonly<Record<Question, { readonly ours: Ask; readonly theirs: Ask }>>;
}

/** The distance for the question whose numbers begin there. */
type Ask = (at: number) => number;
type Question = 'nearest' | 'texels' | 'rays';

const SHAPES = { sphere: makeSphere, torus: makeTorus } as const;
const WHAT = { nearest: 'nearest points', texels: 'nearest points in the order of texels', rays: 'rays' } as const;

function compare(name: keyof typeof SHAPES, size: number): Trial<Context>[] {
  const id = `engine/libraries/spatial/${name}-${size}`;
  const what = `${name} of ${size.toLocaleString('en')} triangles`;
  const build: Trial<Context> = {
    rows: [{ id: `${id}-build`, what: `${what}, building the tree`, ...TIME, goal: { ratio: 1 } }],
    state: 'warm',
    ours: async (context) => {
      const { mesh } = openShape(context, name, size);
      return { ms: await timed(() => createSurfaceTree(mesh)) };
    },
    peer: {
      name: 'three-mesh-bvh',
      async measure(context) {
        // The engine must keep the order of the triangles: `indirect` leaves them as they are.
        const geometry = toGeometry(openShape(context, name, size).mesh, context.three);
        return { ms: await timed(() => new context.bvh.MeshBVH(geometry, { indirect: true })) };
      },
    },
  };
  const asking = (Object.keys(WHAT) as Question[]).map((question): Trial<Context> => {
    const rate = (ask: Ask): number => {
      const start = performance.now();
      for (let at = 0; at < QUESTIONS * 6; at += 6) ask(at);
      return QUESTIONS / ((performance.now() - start) / 1000);
    };
    return {
      rows: [{ id: `${id}-${question}`, what: `${what}, ${WHAT[question]}`, ...RATE, goal: { ratio: 1 } }],
      state: 'warm',
      ours(context) {
        const { ours, theirs } = openShape(context, name, size).questions[question];
        let different = 0;
        for (let at = 0; at < QUESTIONS * 6; at += 6) if (Math.abs(ours(at) - theirs(at)) > TOLERANCE) different++;
        if (different > 0) throw new Error(`${different} of ${QUESTIONS} answers differ.`);
        return Promise.resolve({ rate: rate(ours) });
      },
      peer: {
        name: 'three-mesh-bvh',
        measure: (context) =>
          Promise.resolve({ rate: rate(openShape(context, name, size).questions[question].theirs) }),
      },
    };
  });
  return [build, ...asking];
}

const TIME = { figure: 'ms', unit: 'ms', better: 'lower' } as const;
const RATE = { figure: 'rate', unit: '/s', better: 'higher' } as const;

/** The surface tree beside three-mesh-bvh: building, nearest points and rays. */
export const spatialLibraryGroup = defineGroup<Context>({
  name: 'engine/libraries/spatial',
  open: () => Promise.resolve({ three: THREE as unknown as Three, bvh: BVH as unknown as ThreeMeshBvh, shape: null }),
  close: () => Promise.resolve(),
  trials: [...compare('sphere', SIZE), ...compare('torus', SIZE)],
});

function openShape(context: Context, kind: keyof typeof SHAPES, size: number): Shape {
  const name = `${kind} ${size}`;
  if (context.shape?.name !== name) context.shape = createShape(name, SHAPES[kind](size), context);
  return context.shape;
}

function createShape(name: string, mesh: TriangleMesh, { three, bvh }: Context): Shape {
  const tree = createSurfaceTree(mesh);
  const peer = new bvh.MeshBVH(toGeometry(mesh, three), { indirect: true });
  const near = scatter(mesh, QUESTIONS, 1);
  const texels = scatter(mesh, QUESTIONS, TEXELS);
  const grid = createNearestTriangleGrid(mesh, tree);
  const point = new three.Vector3();
  const ray = new three.Ray();
  const target = { point: new three.Vector3(), distance: 0, faceIndex: 0 };
  const hit = createSurfacePoint();
  const nearestOfPeer =
    (from: Questions): Ask =>
    (at) =>
      peer.closestPointToPoint(point.set(from[at]!, from[at + 1]!, from[at + 2]!), target).distance;
  return {
    name,
    mesh,
    questions: {
      nearest: {
        ours: (at) => {
          hit.triangle = -1;
          tree.nearest(near[at]!, near[at + 1]!, near[at + 2]!, hit);
          return Math.sqrt(hit.squared);
        },
        theirs: nearestOfPeer(near),
      },
      texels: {
        ours: (at) => {
          grid(texels[at]!, texels[at + 1]!, texels[at + 2]!, hit);
          return Math.sqrt(hit.squared);
        },
        theirs: nearestOfPeer(texels),
      },
      rays: {
        ours: (at) => {
          const from: Vector = [near[at]!, near[at + 1]!, near[at + 2]!];
          const direction: Vector = [near[at + 3]!, near[at + 4]!, near[at + 5]!];
          return finite(tree.reach(from, direction));
        },
        theirs: (at) => {
          ray.origin.set(near[at]!, near[at + 1]!, near[at + 2]!);
          ray.direction.set(near[at + 3]!, near[at + 4]!, near[at + 5]!);
          return finite(peer.raycastFirst(ray, three.DoubleSide)?.distance ?? Infinity);
        },
      },
    },
  };
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
