import type { Finish } from '../../src-main/engine/base/material/finish.ts';
import { createPattern } from '../../src-main/engine/base/material/patterns.ts';
import type { Image } from '../../src-main/engine/base/image/image.ts';

type Vector = readonly [number, number, number];

/** Samples per pixel and direction. */
const SAMPLES = 3;
/** Radius of the ball as a share of half the image. */
const RADIUS = 0.94;
/** Tiles of a pattern from pole to pole of the view. */
const TILES = 0.4;
/** Slope of a pattern's relief, and the step in which it is measured. */
const RELIEF = 0.03;
const STEP = 0.006;
/** Directions to the key light and to the window that shines in the ball. */
const KEY = normalize([-0.5, 0.75, 0.6]);
const WINDOW = normalize([-0.42, 0.62, 0.66]);
/** Reflection of a surface that is no metal, seen from the front. */
const DIELECTRIC = 0.04;

/**
 * Draws a ball with a finish in a studio: its pattern with relief, and reflections of a window and of the horizon, which
 * the engine’s previews do not have. Transparent background.
 */
export function drawMaterialBall(finish: Finish, edge: number): Image {
  const data = new Uint8Array(edge * edge * 4);
  const pattern = finish.pattern ? createPattern(finish.pattern, 1) : null;
  for (let at = 0; at < edge * edge; at++) {
    const sum = [0, 0, 0, 0];
    for (let sample = 0; sample < SAMPLES ** 2; sample++) {
      const x = toView((at % edge) + ((sample % SAMPLES) + 0.5) / SAMPLES, edge);
      const y = -toView(Math.floor(at / edge) + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES, edge);
      if (x * x + y * y >= 1) continue;
      const [color, alpha] = shade([x, y, Math.sqrt(1 - x * x - y * y)], finish, pattern);
      color.forEach((value, k) => (sum[k]! += value * alpha));
      sum[3]! += alpha;
    }
    const alpha = sum[3]!;
    for (let k = 0; k < 3; k++) data[4 * at + k] = alpha > 0 ? toByte(sum[k]! / alpha) : 0;
    data[4 * at + 3] = Math.round((255 * alpha) / SAMPLES ** 2);
  }
  return { data, width: edge, height: edge };
}

/** Returns linear light and opacity of a point of the unit ball. */
function shade(
  point: Vector,
  { color, metallic, roughness, alpha }: Finish,
  pattern: ReturnType<typeof createPattern> | null,
): readonly [color: Vector, alpha: number] {
  const [x, y, z] = point;
  const sample = (dx: number, dy: number) =>
    pattern?.(5 + TILES * Math.asin(x + dx), 5 + TILES * Math.asin(y + dy)) ?? { light: 1, height: 0 };
  const isInside = Math.hypot(x, y) + STEP < 1;
  const slope = (dx: number, dy: number) =>
    isInside ? ((sample(-dx, -dy).height - sample(dx, dy).height) * RELIEF) / (2 * STEP) : 0;
  const normal = normalize([x + slope(STEP, 0), y + slope(0, STEP), z]);
  const light = isInside ? sample(0, 0).light : 1;
  const base = color.map((byte) => (byte / 255) ** 2.2 * light ** 2.2) as unknown as Vector;
  const reflected = normalize([2 * normal[2] * normal[0], 2 * normal[2] * normal[1], 2 * normal[2] ** 2 - 1]);
  const grazing = (1 - Math.max(0, normal[2])) ** 5 * (1 - roughness);
  const diffuse = (1 - metallic) * (0.22 + 0.12 * normal[1] + 0.6 * Math.max(0, dot(normal, KEY)));
  const studio = studioLight(reflected, roughness);
  const shine = DIELECTRIC + (1 - DIELECTRIC) * grazing;
  const lit = base.map((value) => value * diffuse + studio * (metallic * value + (1 - metallic) * shine));
  const opacity = Math.min(1, alpha ** 1.5 + (1 - alpha) * (studio * shine + (1 - z) ** 2));
  return [lit as unknown as Vector, opacity];
}

/** The studio in a direction: a bright window, a dark floor and a light wall, blurred by roughness. */
function studioLight(direction: Vector, roughness: number): number {
  const blur = 0.05 + roughness;
  const horizon = 1 / (1 + Math.exp(-(direction[1] + 0.12) / (0.12 * blur + 0.02)));
  const angle = Math.acos(Math.min(1, dot(direction, WINDOW)));
  const lamp = 1 / (1 + Math.exp((angle - 0.32) / (0.22 * blur + 0.01)));
  return 0.12 + horizon * (0.5 + 0.25 * direction[1]) + (lamp * 8) / (1 + 4 * roughness);
}

function toView(pixel: number, edge: number): number {
  return ((2 * pixel) / edge - 1) / RADIUS;
}

function toByte(linear: number): number {
  return Math.min(255, Math.round(255 * linear ** (1 / 2.2)));
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function normalize(vector: Vector): Vector {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length) as unknown as Vector;
}
