import { findRangeIndex } from '../maths/find-range-index.ts';
import { faceNormal } from '../mesh/triangle-mesh.ts';
import { COLOR_AT, UV_AT, VARYINGS } from './draw-primitive.ts';
import type { RenderPrimitive } from './render-primitive.ts';
import { SAMPLES, type FaceBuffer } from './face-buffer.ts';
import type { RenderCanvas } from './canvas.ts';
import type { Shader } from './shader.ts';

/** Samples along a pixel's side, and per pixel. */
const SIDE = SAMPLES;
const BLOCK = SIDE * SIDE;
/** Columns and rows of a pixel's samples. */
const COLUMNS = Int32Array.from({ length: BLOCK }, (_, i) => i % SIDE);
const ROWS = Int32Array.from({ length: BLOCK }, (_, i) => Math.floor(i / SIDE));

/** A drawn primitive, ready to be shaded. */
export interface VisiblePrimitive {
  readonly primitive: RenderPrimitive;
  /** Column, row and inverse depth per vertex. */
  readonly screen: Float32Array;
  readonly shade: Shader;
  readonly isDoubleSided: boolean;
  /** Number of its first face. */
  readonly first: number;
}

/**
 * Shades the faces in a buffer, numbered through all primitives from 1, and clears them from it: in each pixel one
 * colour per face or, with `isJoined`, per group of smoothly connected faces. The canvas is empty. If it has the
 * resolution of the buffer, every sample gets its colour; otherwise a canvas pixel is a square of samples and gets
 * their mean. Optimized for speed.
 */
export function shadeFaces(
  shown: readonly VisiblePrimitive[],
  buffer: FaceBuffer,
  canvas: RenderCanvas,
  isJoined: boolean,
): void {
  const { edge, faces, touched } = buffer;
  const { pixels } = canvas;
  const isAveraged = canvas.edge < edge;
  const first = [0, 1].map((k) => touched[k]! - (touched[k]! % SIDE)) as [number, number];
  const seen = new Int32Array(BLOCK);
  const offsets = Int32Array.from({ length: BLOCK }, (_, i) => ROWS[i]! * edge + COLUMNS[i]!);
  const shade = createFaceShader();
  const firsts = shown.map((piece) => piece.first);
  let current: VisiblePrimitive | undefined;
  let until = 0;
  for (let top = first[1]; top <= touched[3]!; top += SIDE) {
    for (let left = first[0]; left <= touched[2]!; left += SIDE) {
      const base = top * edge + left;
      let red = 0;
      let green = 0;
      let blue = 0;
      let covered = 0;
      for (let corner = 0; corner < BLOCK; corner++) {
        const face = faces[base + offsets[corner]!]!;
        if (face === 0) continue;
        if (current === undefined || face < current.first || face >= until) {
          current = shown[findRangeIndex(firsts, face)]!;
          until = current.first + current.primitive.indices.length / 3;
        }
        let count = 0;
        let x = 0;
        let y = 0;
        for (let other = corner; other < BLOCK; other++) {
          const at = base + offsets[other]!;
          const there = faces[at]!;
          if (there === 0) continue;
          if (there !== face) {
            if (!isJoined || there < current.first || there >= until) continue;
            if (!areSmooth(current, face, there)) continue;
          }
          x += COLUMNS[other]!;
          y += ROWS[other]!;
          // Mark this sample as done.
          faces[at] = 0;
          seen[count++] = at;
        }
        const color = shade(current, face, left + 0.5 + x / count, top + 0.5 + y / count);
        if (isAveraged) {
          red += count * Math.min(1, color[0]!);
          green += count * Math.min(1, color[1]!);
          blue += count * Math.min(1, color[2]!);
          covered += count;
        } else {
          for (let k = 0; k < count; k++) {
            pixels.set(color, 4 * seen[k]!);
            pixels[4 * seen[k]! + 3] = 1;
          }
        }
      }
      if (!isAveraged) continue;
      const to = (4 * (top * canvas.edge + left)) / SIDE;
      pixels[to] = red / BLOCK;
      pixels[to + 1] = green / BLOCK;
      pixels[to + 2] = blue / BLOCK;
      pixels[to + 3] = covered / BLOCK;
    }
  }
  if (isAveraged) canvas.touched.set(touched.map((at) => Math.floor(at / SIDE)));
}

/**
 * True if two faces of a primitive are smoothly connected: they share a corner, have normals, and face the same side.
 */
function areSmooth(
  { primitive, screen, isDoubleSided, first }: VisiblePrimitive,
  face: number,
  other: number,
): boolean {
  const { indices, normals } = primitive;
  if (!normals) return false;
  const t = 3 * (face - first);
  const o = 3 * (other - first);
  const a = indices[o]!;
  const b = indices[o + 1]!;
  const c = indices[o + 2]!;
  for (let k = t; k < t + 3; k++) {
    const corner = indices[k]!;
    if (corner !== a && corner !== b && corner !== c) continue;
    return !isDoubleSided || areaOf(indices, screen, t) > 0 === areaOf(indices, screen, o) > 0;
  }
  return false;
}

/**
 * Returns twice the area on the canvas of the triangle that begins at `indices[t]`, negative if it faces the camera.
 */
function areaOf(indices: Uint32Array, screen: Float32Array, t: number): number {
  const a = 3 * indices[t]!;
  const b = 3 * indices[t + 1]!;
  const c = 3 * indices[t + 2]!;
  const bx = screen[b]! - screen[a]!;
  const by = screen[b + 1]! - screen[a + 1]!;
  return bx * (screen[c + 1]! - screen[a + 1]!) - (screen[c]! - screen[a]!) * by;
}

/**
 * Creates a function that returns the linear colour of a face at a position of the canvas. Uses numbers only: it is
 * called for every pixel.
 */
function createFaceShader(): (piece: VisiblePrimitive, face: number, x: number, y: number) => Float32Array {
  const values = new Float32Array(VARYINGS).fill(1);
  const color = new Float32Array(4);
  return ({ primitive, screen, shade, first }, face, x, y) => {
    const { positions, indices, normals, uvs, colors } = primitive;
    const t = 3 * (face - first);
    const a = indices[t]!;
    const b = indices[t + 1]!;
    const c = indices[t + 2]!;
    const px = x - screen[3 * a]!;
    const py = y - screen[3 * a + 1]!;
    const bx = screen[3 * b]! - screen[3 * a]!;
    const by = screen[3 * b + 1]! - screen[3 * a + 1]!;
    const cx = screen[3 * c]! - screen[3 * a]!;
    const cy = screen[3 * c + 1]! - screen[3 * a + 1]!;
    const area = bx * cy - cx * by;
    const shareB = (px * cy - cx * py) / area;
    const shareC = (bx * py - px * by) / area;
    // Divided by depth for perspective-correct interpolation.
    const nearA = (1 - shareB - shareC) * screen[3 * a + 2]!;
    const nearB = shareB * screen[3 * b + 2]!;
    const nearC = shareC * screen[3 * c + 2]!;
    const whole = 1 / (nearA + nearB + nearC);
    const wa = whole * nearA;
    const wb = whole * nearB;
    const wc = whole * nearC;
    const side = area > 0 ? -1 : 1;
    if (normals) {
      values[0] = side * (wa * normals[3 * a]! + wb * normals[3 * b]! + wc * normals[3 * c]!);
      values[1] = side * (wa * normals[3 * a + 1]! + wb * normals[3 * b + 1]! + wc * normals[3 * c + 1]!);
      values[2] = side * (wa * normals[3 * a + 2]! + wb * normals[3 * b + 2]! + wc * normals[3 * c + 2]!);
    } else {
      const flat = faceNormal(positions, indices, t);
      for (let k = 0; k < 3; k++) values[k] = side * flat[k]!;
    }
    values[UV_AT] = uvs ? wa * uvs[2 * a]! + wb * uvs[2 * b]! + wc * uvs[2 * c]! : 0;
    values[UV_AT + 1] = uvs ? wa * uvs[2 * a + 1]! + wb * uvs[2 * b + 1]! + wc * uvs[2 * c + 1]! : 0;
    for (let k = 0; k < 4; k++) {
      const own = colors ? wa * colors[4 * a + k]! + wb * colors[4 * b + k]! + wc * colors[4 * c + k]! : 1;
      values[COLOR_AT + k] = own;
    }
    shade(values, color);
    return color;
  };
}
