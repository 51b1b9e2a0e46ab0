import type { Document, Node, Primitive } from '@gltf-transform/core';
import type { FlatPrimitive } from '../../../base/document/flat-mesh.ts';
import { flattenSurface } from '../../../base/document/flat-meshes.ts';
import { weldPositions } from '../../../base/document/weld-positions.ts';
import type { BodySize } from '../../../base/views/view-projector.ts';
import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { toVertexNormals } from '../../../base/mesh/vertex-normals.ts';
import { toCornerNormals } from './corner-normals.ts';

/** A surface as it stands in its scene: rest pose, in the units of its body. */
export interface PaintBodySurface {
  readonly primitive: Primitive;
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  /** Unit long; one that has none is round where it has no crease. */
  readonly normals: Float32Array;
  /** Which of the normals each corner has. */
  readonly normalIndices: Uint32Array;
  /** For each vertex the body's vertex at its place. */
  readonly places: Uint32Array;
}

/**
 * Everything a scene shows, as one body: its height is 1 (that of a flat one a fiftieth of its longest side), it stands
 * on y = 0, centred in x and z.
 */
export interface PaintBody {
  /** The surfaces' triangles, vertices at one place joined. */
  readonly mesh: TriangleMesh;
  readonly normals: Float32Array;
  readonly size: BodySize;
  readonly surfaces: readonly PaintBodySurface[];
}

/** What is flatter than this share of its longest side is taken for that high. */
const MIN_HEIGHT = 0.02;
/** Vertices nearer than this share of the height are one. */
const WELD_GRID = 1e5;

/** A body for every scene, the default one first; what two scenes show is the first one's. O(vertices). */
export function toPaintBodies(document: Document): PaintBody[] {
  const root = document.getRoot();
  const first = root.getDefaultScene();
  const taken = new Set<Node>();
  const bodies: PaintBody[] = [];
  const add = (tops: readonly Node[]): void => {
    const shown: FlatPrimitive[] = [];
    const primitives: Primitive[] = [];
    const visit = (node: Node): void => {
      if (taken.has(node)) return;
      taken.add(node);
      for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
        const flat = flattenSurface(node, primitive);
        if (!flat) continue;
        shown.push(flat);
        primitives.push(primitive);
      }
    };
    for (const top of tops) top.traverse(visit);
    if (shown.length > 0) bodies.push(toBody(shown, primitives));
  };
  if (first) add(first.listChildren());
  for (const scene of root.listScenes()) add(scene.listChildren());
  add(root.listNodes().filter((node) => !node.getParentNode()));
  return bodies;
}

function toBody(shown: readonly FlatPrimitive[], primitives: readonly Primitive[]): PaintBody {
  const size = standUp(shown);
  const { positions, places, firsts } = weldPositions({ name: '', primitives: shown }, WELD_GRID);
  const welded = new Float32Array(3 * firsts.length);
  firsts.forEach((vertex, place) => welded.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * place));

  const indices = new Uint32Array(shown.reduce((sum, flat) => sum + flat.indices.length, 0));
  const surfaces: PaintBodySurface[] = [];
  let vertices = 0;
  let corners = 0;
  shown.forEach((flat, i) => {
    const own = places.subarray(vertices, vertices + flat.positions.length / 3);
    const joined = flat.indices.map((vertex) => own[vertex]!);
    indices.set(joined, corners);
    corners += joined.length;
    vertices += own.length;
    surfaces.push({
      primitive: primitives[i]!,
      positions: flat.positions,
      indices: flat.indices,
      normals: flat.normals ?? toCornerNormals({ positions: welded, indices: joined }),
      normalIndices: flat.normals ? flat.indices : Uint32Array.from(joined.keys()),
      places: own,
    });
  });
  const mesh = { positions: welded, indices };
  return { mesh, normals: toVertexNormals(mesh), size, surfaces };
}

/** Moves everything to a body's place and units, in place; answers its width and depth. */
function standUp(shown: readonly FlatPrimitive[]): BodySize {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { positions, indices } of shown) {
    for (const vertex of indices) {
      for (let k = 0; k < 3; k++) {
        min[k] = Math.min(min[k]!, positions[3 * vertex + k]!);
        max[k] = Math.max(max[k]!, positions[3 * vertex + k]!);
      }
    }
  }
  const sides = max.map((high, k) => high - min[k]!);
  const scale = 1 / Math.max(sides[1]!, MIN_HEIGHT * Math.max(...sides), 1e-30);
  const origin = [(min[0]! + max[0]!) / 2, min[1]!, (min[2]! + max[2]!) / 2];
  for (const { positions } of shown) {
    for (let i = 0; i < positions.length; i++) positions[i] = (positions[i]! - origin[i % 3]!) * scale;
  }
  return { width: sides[0]! * scale, depth: sides[2]! * scale };
}
