import { LINEAR_OF_BYTE, toSrgbByte } from '../color/srgb.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { View } from './read-views.ts';
import type { ViewColors } from './view-colors.ts';
import { sampleViewColors, toViewColors } from './view-colors.ts';
import type { ViewDepth } from './view-depth.ts';
import { toViewDepth } from './view-depth.ts';
import type { ViewName } from './view-name.ts';
import { isAcross, VIEW_AXES } from './view-name.ts';

/**
 * Writes the colour (sRGB, 0 to 255) that the views show at a point of the surface with this unit normal to `out`;
 * returns its visibility: 1 frontal, 0 not visible (then `out` is unchanged).
 */
export type ViewProjector = (at: Float32Array, normal: Float32Array, out: Float64Array) => number;

/** Width and depth of a body of height 1. */
export interface BodySize {
  readonly width: number;
  readonly depth: number;
}

/** Options for projecting views. */
export interface ProjectionOptions {
  /** True if images keep their aspect ratio, at the body's height, instead of being stretched to its width. */
  readonly keepsAspect?: boolean;
  /** For each view, the gain of its light at a surface with this unit normal. */
  readonly gains?: readonly ((normal: Float32Array) => number)[];
}

/** Depth tolerances as shares of the height: up to the first a point is visible, from the second it is hidden. */
const NEAR = 0.015;
const FAR = 0.03;
/** Cosines from which a view is not used at all, and fully. */
const GRAZING = 0.12;
const FACING = 0.4;

/**
 * Projects views orthographically onto a mesh (unit: its height); every point blends the views that see it best.
 * `maxEdge`: maximum number of useful pixels on a view's long side.
 */
export async function createViewProjector(
  mesh: TriangleMesh,
  views: readonly View[],
  size: BodySize,
  maxEdge: number,
  { keepsAspect = false, gains = [] }: ProjectionOptions = {},
): Promise<ViewProjector> {
  const projections = await Promise.all(
    views.map(async (view, i) => ({
      ...(await createProjection(mesh, view, size, maxEdge)),
      imageAspect: keepsAspect ? view.box.width / view.box.height : aspectOf(view.name, size),
      gain: gains[i],
    })),
  );
  const color = new Float64Array(3);
  const sum = new Float64Array(3);
  return (at, normal, out) => {
    let total = 0;
    let best = 0;
    sum.fill(0);
    for (const { right, towards, aspect, depth, colors, imageAspect, gain } of projections) {
      const cosine = normal[0]! * towards[0] + normal[2]! * towards[1];
      if (cosine <= GRAZING) continue;
      const side = at[0]! * right[0] + at[2]! * right[1];
      const across = side / imageAspect + 0.5;
      if (keepsAspect && (across < 0 || across > 1)) continue;
      const seen = visibility(depth, side / aspect + 0.5, 1 - at[1]!, at[0]! * towards[0] + at[2]! * towards[1]);
      if (seen === 0) continue;
      const weight = sharpen(seen * cosine);
      sampleViewColors(colors, across, 1 - at[1]!, color);
      if (gain) brighten(color, gain(normal));
      for (let c = 0; c < 3; c++) sum[c]! += weight * color[c]!;
      total += weight;
      best = Math.max(best, seen * Math.min(1, (cosine - GRAZING) / (FACING - GRAZING)));
    }
    if (total > 0) for (let c = 0; c < 3; c++) out[c] = sum[c]! / total;
    return total > 0 ? best : 0;
  };
}

/**
 * Returns the weight of a view, the sixth power of its cosine: high enough that two conflicting views seldom both show.
 */
function sharpen(cosine: number): number {
  const cubed = cosine * cosine * cosine;
  return cubed * cubed;
}

function brighten(color: Float64Array, gain: number): void {
  for (let c = 0; c < 3; c++) color[c] = toSrgbByte(gain * LINEAR_OF_BYTE[Math.round(color[c]!)]!);
}

interface Projection {
  readonly right: readonly [number, number];
  readonly towards: readonly [number, number];
  readonly aspect: number;
  readonly depth: ViewDepth;
  readonly colors: ViewColors;
}

async function createProjection(mesh: TriangleMesh, view: View, size: BodySize, maxEdge: number): Promise<Projection> {
  const aspect = aspectOf(view.name, size);
  const depth = toViewDepth(mesh, view.name, aspect);
  return { ...VIEW_AXES[view.name], aspect, depth, colors: await toViewColors(view, maxEdge) };
}

function aspectOf(name: ViewName, { width, depth }: BodySize): number {
  return Math.max(1e-6, isAcross(name) ? width : depth);
}

/** Returns 1 where a point is in front, 0 where it is hidden, at shares of the image from the top left. */
function visibility({ columns, rows, nearest }: ViewDepth, x: number, y: number, depth: number): number {
  const column = Math.min(columns - 1, Math.max(0, Math.floor(x * columns)));
  const row = Math.min(rows - 1, Math.max(0, Math.floor(y * rows)));
  const behind = nearest[row * columns + column]! - depth;
  return behind <= NEAR ? 1 : behind >= FAR ? 0 : (FAR - behind) / (FAR - NEAR);
}
