import type { FlatPrimitive } from '../document/flat-mesh.ts';
import type { Camera } from './camera.ts';
import { touchCanvas, type RenderCanvas } from './canvas.ts';

/**
 * Called for the triangle that begins at `indices[t]`: twice its signed area in pixels, negative if it faces the camera
 * (rows run downwards), and the range of columns and rows of the canvas whose centres are in its bounding box, both
 * ends included.
 */
export type VisitFace = (t: number, area: number, left: number, top: number, right: number, bottom: number) => void;

/** Returns column, row and inverse depth per vertex, in pixels of a canvas with that edge. */
export function project(positions: Float32Array, camera: Camera, edge: number): Float32Array {
  const { eye, right, up, forward, halfView } = camera;
  const screen = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i]! - eye[0];
    const y = positions[i + 1]! - eye[1];
    const z = positions[i + 2]! - eye[2];
    const near = 1 / Math.max(1e-9, x * forward[0] + y * forward[1] + z * forward[2]);
    const scale = (near * edge) / 2 / halfView;
    screen[i] = edge / 2 + scale * (x * right[0] + y * right[1] + z * right[2]);
    screen[i + 1] = edge / 2 - scale * (x * up[0] + y * up[1] + z * up[2]);
    screen[i + 2] = near;
  }
  return screen;
}

/**
 * Visits the visible triangles of a canvas and extends its touched area; back faces only on request. If they need more
 * than half of the budget that is left, only the nearest of them are visited. `pixelCost` is the relative cost of a pixel.
 */
export function visitFaces(
  { indices }: Pick<FlatPrimitive, 'indices'>,
  screen: Float32Array,
  isDoubleSided: boolean,
  canvas: Pick<RenderCanvas, 'edge' | 'touched' | 'budget'>,
  pixelCost: number,
  visit: VisitFace,
): void {
  const { edge, budget } = canvas;
  const each = (run: VisitFace): void => listFaces(indices, screen, isDoubleSided, edge, run);
  const costOf: CostOf = (left, top, right, bottom) => pixelCost * (right - left + 1) * (bottom - top + 1);
  let wanted = 0;
  each((_t, _area, left, top, right, bottom) => {
    wanted += costOf(left, top, right, bottom);
  });
  const affordable = budget.left / 2;
  const isChosen = wanted > affordable ? chooseNearest(indices, screen, each, costOf, affordable) : null;
  each((t, area, left, top, right, bottom) => {
    const cost = costOf(left, top, right, bottom);
    if (isChosen?.(t, cost) === false) return;
    budget.left -= cost;
    touchCanvas(canvas, left, top, right, bottom);
    visit(t, area, left, top, right, bottom);
  });
}

/** The cost of a bounding box. */
type CostOf = (left: number, top: number, right: number, bottom: number) => number;

/** Steps of depth that are told apart where not all triangles are drawn. */
const DEPTH_STEPS = 1_024;

/** Returns whether a triangle is among the nearest that cost at most `affordable`; ask once for each, in their order. */
function chooseNearest(
  indices: Uint32Array,
  screen: Float32Array,
  each: (run: VisitFace) => void,
  costOf: CostOf,
  affordable: number,
): (t: number, cost: number) => boolean {
  const nearnessOf = (t: number): number =>
    Math.max(screen[3 * indices[t]! + 2]!, screen[3 * indices[t + 1]! + 2]!, screen[3 * indices[t + 2]! + 2]!);
  let nearest = 0;
  let farthest = Infinity;
  each((t) => {
    const near = nearnessOf(t);
    nearest = Math.max(nearest, near);
    farthest = Math.min(farthest, near);
  });
  const stepOf = (t: number): number =>
    Math.min(DEPTH_STEPS - 1, Math.floor((DEPTH_STEPS * (nearnessOf(t) - farthest)) / (nearest - farthest || 1)));
  const costs = new Float64Array(DEPTH_STEPS);
  each((t, _area, left, top, right, bottom) => {
    costs[stepOf(t)]! += costOf(left, top, right, bottom);
  });
  let last = DEPTH_STEPS - 1;
  let rest = affordable;
  for (; last > 0 && costs[last]! <= rest; last--) rest -= costs[last]!;
  return (t, cost) => {
    const step = stepOf(t);
    if (step !== last) return step > last;
    if (cost > rest) return false;
    rest -= cost;
    return true;
  };
}

/** Visits the triangles of a canvas that have pixels on it. */
function listFaces(
  indices: Uint32Array,
  screen: Float32Array,
  isDoubleSided: boolean,
  edge: number,
  visit: VisitFace,
): void {
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t]!;
    const b = 3 * indices[t + 1]!;
    const c = 3 * indices[t + 2]!;
    const [ax, ay] = [screen[a]!, screen[a + 1]!];
    const [bx, by] = [screen[b]!, screen[b + 1]!];
    const [cx, cy] = [screen[c]!, screen[c + 1]!];
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (!(area < 0) && !(isDoubleSided && area > 0)) continue;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(edge - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(edge - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    if (left <= right && top <= bottom) visit(t, area, left, top, right, bottom);
  }
}
