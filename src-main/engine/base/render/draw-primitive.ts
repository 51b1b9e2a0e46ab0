import type { RenderPrimitive } from './render-primitive.ts';
import type { Camera } from './camera.ts';
import type { RenderCanvas } from './canvas.ts';
import { createShader } from './shader.ts';
import type { SurfaceMaterial } from './surface-material.ts';
import { project, visitFaces } from './project-faces.ts';
import { faceNormal } from '../mesh/triangle-mesh.ts';

/** Number of interpolated values per vertex: normal xyz, uv, colour rgba. */
export const VARYINGS = 9;
/** Cost of a pixel that is shaded at once, in pixels whose face is only determined. */
const SHADED_COST = 4;
/** Offset of the UV among them, 0 where a primitive has none, and of the colour, white where it has none. */
export const UV_AT = 3;
export const COLOR_AT = 5;

/**
 * Draws a primitive on a canvas: perspective-correct, nearest wins; a blended surface is composited over the canvas and
 * does not hide what is drawn later. Counter-clockwise triangles face the camera. O(triangles + covered pixels).
 */
export function drawPrimitive(
  primitive: RenderPrimitive,
  surface: SurfaceMaterial,
  camera: Camera,
  canvas: RenderCanvas,
): void {
  const { positions, indices } = primitive;
  const { edge, pixels, nearness } = canvas;
  const screen = project(positions, camera, edge);
  const shade = createShader(surface, camera, primitive.uvs !== null);
  const corners = new Float32Array(3 * VARYINGS);
  const values = new Float32Array(VARYINGS);
  const color = new Float32Array(4);

  visitFaces(primitive, screen, surface.isDoubleSided, canvas, SHADED_COST, (t, area, left, top, right, bottom) => {
    const a = 3 * indices[t]!;
    const b = 3 * indices[t + 1]!;
    const c = 3 * indices[t + 2]!;
    const [ax, ay, az] = [screen[a]!, screen[a + 1]!, screen[a + 2]!];
    const [bx, by, bz] = [screen[b]!, screen[b + 1]!, screen[b + 2]!];
    const [cx, cy, cz] = [screen[c]!, screen[c + 1]!, screen[c + 2]!];
    gatherCorners(primitive, t, area > 0 ? -1 : 1, corners);
    const stepB = (cy - ay) / area;
    const stepC = -(by - ay) / area;
    for (let y = top; y <= bottom; y++) {
      const py = y + 0.5 - ay;
      const px = left + 0.5 - ax;
      let wb = (px * (cy - ay) - (cx - ax) * py) / area;
      let wc = ((bx - ax) * py - px * (by - ay)) / area;
      for (let x = left; x <= right; x++, wb += stepB, wc += stepC) {
        const wa = 1 - wb - wc;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const near = wa * az + wb * bz + wc * cz;
        const pixel = y * edge + x;
        if (near <= nearness[pixel]!) continue;

        const pa = (wa * az) / near;
        const pb = (wb * bz) / near;
        const pc = (wc * cz) / near;
        for (let k = 0; k < VARYINGS; k++) {
          values[k] = pa * corners[k]! + pb * corners[VARYINGS + k]! + pc * corners[2 * VARYINGS + k]!;
        }
        if (!shade(values, color)) continue;
        const alpha = surface.isBlended ? color[3]! : 1;
        for (let k = 0; k < 3; k++) {
          pixels[4 * pixel + k] = alpha * color[k]! + (1 - alpha) * pixels[4 * pixel + k]!;
        }
        pixels[4 * pixel + 3] = alpha + (1 - alpha) * pixels[4 * pixel + 3]!;
        if (!surface.isBlended) nearness[pixel] = near;
      }
    }
  });
}

/**
 * Writes the interpolated values of the triangle that begins at `indices[t]`, `VARYINGS` numbers a corner; `side` is −1
 * for a back face.
 */
function gatherCorners(primitive: RenderPrimitive, t: number, side: number, corners: Float32Array): void {
  const { normals, uvs, colors, indices, positions } = primitive;
  const flat = normals ? null : faceNormal(positions, indices, t);
  for (let k = 0; k < 3; k++) {
    const vertex = indices[t + k]!;
    const to = k * VARYINGS;
    for (let c = 0; c < 3; c++) corners[to + c] = side * (flat ? flat[c]! : normals![3 * vertex + c]!);
    for (let c = 0; c < 2; c++) corners[to + UV_AT + c] = uvs ? uvs[2 * vertex + c]! : 0;
    for (let c = 0; c < 4; c++) corners[to + COLOR_AT + c] = colors ? colors[4 * vertex + c]! : 1;
  }
}
