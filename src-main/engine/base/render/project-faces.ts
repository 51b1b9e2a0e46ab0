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

/** Visits the visible triangles of a canvas and extends its touched area; back faces only on request. */
export function visitFaces(
  { indices }: Pick<FlatPrimitive, 'indices'>,
  screen: Float32Array,
  isDoubleSided: boolean,
  canvas: Pick<RenderCanvas, 'edge' | 'touched'>,
  visit: VisitFace,
): void {
  const { edge } = canvas;
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
    if (left > right || top > bottom) continue;
    touchCanvas(canvas, left, top, right, bottom);
    visit(t, area, left, top, right, bottom);
  }
}
