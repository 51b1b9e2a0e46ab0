import type { Document, Node, Primitive } from '@gltf-transform/core';
import type { FlatPrimitive } from '../../../base/document/flat-mesh.ts';
import { flattenSurface } from '../../../base/document/flat-meshes.ts';
import { weldPositions } from '../../../base/document/weld-positions.ts';
import type { BodySize } from '../../../base/views/view-projector.ts';
import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { toVertexNormals } from '../../../base/mesh/vertex-normals.ts';
import { toCornerNormals } from './corner-normals.ts';

/** A surface in scene space, in its rest pose and in the units of its body. */
export interface PaintBodySurface {
  readonly primitive: Primitive;
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  /** Unit normals of the file or, without any, normals smoothed within the crease angle. */
  readonly normals: Float32Array;
  /** Index of the normal of each corner. */
  readonly normalIndices: Uint32Array;
  /** For each vertex, the index of the body's vertex at its position. */
  readonly weldedVertices: Uint32Array;
}

/**
 * All surfaces of a scene as one body, scaled to height 1, standing on y = 0, centred in x and z. The height of a flat
 * body is taken as a fiftieth of its longest side.
 */
export interface PaintBody {
  /** All triangles of the surfaces, welded by position. */
  readonly mesh: TriangleMesh;
  readonly normals: Float32Array;
  readonly size: BodySize;
  readonly surfaces: readonly PaintBodySurface[];
}

/** Minimum height as a share of the longest side. */
const MIN_HEIGHT = 0.02;
/** Number of grid cells per height within which vertices are welded. */
const WELD_GRID = 1e5;

/**
 * Creates a body for each scene, the default scene first, and one for nodes outside scenes. A node in several scenes
 * belongs to the first. O(vertices).
 */
export function toPaintBodies(document: Document): PaintBody[] {
  const documentRoot = document.getRoot();
  const first = documentRoot.getDefaultScene();
  const visited = new Set<Node>();
  const bodies: PaintBody[] = [];
  const add = (roots: readonly Node[]): void => {
    const flats: FlatPrimitive[] = [];
    const primitives: Primitive[] = [];
    const visit = (node: Node): void => {
      if (visited.has(node)) return;
      visited.add(node);
      for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
        const flat = flattenSurface(node, primitive);
        if (!flat) continue;
        flats.push(flat);
        primitives.push(primitive);
      }
    };
    for (const root of roots) root.traverse(visit);
    if (flats.length > 0) bodies.push(toBody(flats, primitives));
  };
  if (first) add(first.listChildren());
  for (const scene of documentRoot.listScenes()) add(scene.listChildren());
  add(documentRoot.listNodes().filter((node) => !node.getParentNode()));
  return bodies;
}

function toBody(flats: readonly FlatPrimitive[], primitives: readonly Primitive[]): PaintBody {
  const size = normalizeBody(flats);
  const { positions, places, firsts } = weldPositions({ name: '', primitives: flats }, WELD_GRID);
  const weldedPositions = new Float32Array(3 * firsts.length);
  firsts.forEach((vertex, i) => weldedPositions.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i));

  const indices = new Uint32Array(flats.reduce((sum, flat) => sum + flat.indices.length, 0));
  const surfaces: PaintBodySurface[] = [];
  let vertices = 0;
  let corners = 0;
  flats.forEach((flat, i) => {
    const weldedVertices = places.subarray(vertices, vertices + flat.positions.length / 3);
    const weldedIndices = flat.indices.map((vertex) => weldedVertices[vertex]!);
    indices.set(weldedIndices, corners);
    corners += weldedIndices.length;
    vertices += weldedVertices.length;
    surfaces.push({
      primitive: primitives[i]!,
      positions: flat.positions,
      indices: flat.indices,
      normals: flat.normals ?? toCornerNormals({ positions: weldedPositions, indices: weldedIndices }),
      normalIndices: flat.normals ? flat.indices : Uint32Array.from(weldedIndices.keys()),
      weldedVertices,
    });
  });
  const mesh = { positions: weldedPositions, indices };
  return { mesh, normals: toVertexNormals(mesh), size, surfaces };
}

/** Transforms positions to the origin and units of a body, in place; returns its width and depth. */
function normalizeBody(flats: readonly FlatPrimitive[]): BodySize {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { positions, indices } of flats) {
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
  for (const { positions } of flats) {
    for (let i = 0; i < positions.length; i++) positions[i] = (positions[i]! - origin[i % 3]!) * scale;
  }
  return { width: sides[0]! * scale, depth: sides[2]! * scale };
}
