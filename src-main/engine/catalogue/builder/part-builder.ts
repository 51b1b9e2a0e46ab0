import { createRandom } from '../../base/maths/random.ts';
import type { ObjectStyle, ShapeWord } from '../../base/language/shape-words.ts';
import { boxSolid } from '../solids/box.ts';
import { smoothCurve } from '../solids/smooth-curve.ts';
import { extrudeSolid, type OutlinePoint } from '../solids/extrude.ts';
import { latheSolid, type ProfilePoint } from '../solids/lathe.ts';
import { loftSolid, superellipsoidSolid, type Section } from '../solids/loft.ts';
import { placeSolid, type Placement, type SolidPoint, type Solid } from '../solids/solid.ts';
import { tubeSolid } from '../solids/tube.ts';

/** A closed part of an object, in the object's local space: metres, +Y up, front to +Z, standing on y = 0. */
export interface Part {
  /** Slot of the object's finish that it uses. */
  readonly slot: string;
  readonly name: string;
  readonly solid: Solid;
}

/**
 * A position where another object can be placed: the centre of a horizontal rectangle, and its width, depth and free
 * height.
 */
export interface Anchor {
  readonly at: SolidPoint;
  readonly w: number;
  readonly d: number;
  readonly h: number;
}

/** `top` is on the object, `inside` in it, `under` below it, `hand` and `head` are for held and worn objects. */
export type AnchorName = 'top' | 'inside' | 'under' | 'hand' | 'head';

/** A built object. */
export interface BuiltObject {
  readonly parts: readonly Part[];
  readonly spots: ReadonlyMap<AnchorName, Anchor>;
}

interface PartOptions extends Placement {
  readonly name?: string;
}
type Ends = 'round' | 'flat' | 'closed';

/**
 * Toolkit for builders: every call adds one closed part. Boxes, lathes and cylinders stand on `at`, balls are centred
 * there, tubes and lofts use the given points. The number of segments follows the style.
 */
export interface PartBuilder {
  is(word: ShapeWord): boolean;
  /** Returns a length or number varied by ± `spread`, as a share, depending on the seed. */
  vary(middle: number, spread?: number): number;
  /** Returns an integer from `low` to `high`. */
  count(low: number, high: number): number;
  box(
    slot: string,
    size: SolidPoint,
    options?: PartOptions & { bevel?: number; corner?: number; taper?: readonly [number, number] },
  ): void;
  lathe(
    slot: string,
    profile: readonly ProfilePoint[],
    options?: PartOptions & { segments?: number; isSmooth?: boolean; isLoop?: boolean },
  ): void;
  /** Adds a cylinder; `top` is the radius at the top, the same as at the bottom by default. */
  cylinder(
    slot: string,
    radius: number,
    height: number,
    options?: PartOptions & { segments?: number; top?: number; bevel?: number },
  ): void;
  ball(slot: string, radius: number | SolidPoint, options?: PartOptions & { segments?: number; e?: number }): void;
  tube(
    slot: string,
    path: readonly SolidPoint[],
    radius: number | readonly number[],
    options?: PartOptions & { segments?: number; ends?: Ends; isSmooth?: boolean; flat?: number },
  ): void;
  loft(
    slot: string,
    sections: readonly Section[],
    options?: PartOptions & { segments?: number; isSmooth?: boolean },
  ): void;
  extrude(
    slot: string,
    outline: readonly OutlinePoint[],
    depth: number,
    options?: PartOptions & { bevel?: number; isSmooth?: boolean },
  ): void;
  torus(slot: string, ring: number, thickness: number, options?: PartOptions & { segments?: number }): void;
  spot(name: AnchorName, at: SolidPoint, w: number, d: number, h?: number): void;
}

/** Default number of segments of a full circle, and between two points of a smooth curve. */
const CIRCLE = 28;
const CURVE = 4;
const LATHE_CURVE = 6;
const BEVEL = 2;
/** Default bevel of a box, as a share of its shortest edge. */
const USUAL_BEVEL = 0.1;
const MAX_USUAL_BEVEL = 0.012;

/** Builds an object with a builder; the same seed and style give the same object. */
export function buildObject(build: (kit: PartBuilder) => void, seed: string, style: ObjectStyle): BuiltObject {
  const random = createRandom(seed);
  const parts: Part[] = [];
  const spots = new Map<AnchorName, Anchor>();
  const pieces = (usual: number, least: number): number => Math.max(least, Math.round(usual * style.detail));
  const curve = pieces(CURVE, 1);
  const add = (slot: string, solid: Solid, { name = slot, ...placement }: PartOptions): void => {
    parts.push({ slot, name, solid: placeSolid(solid, placement) });
  };
  const bevelSteps = style.isFaceted || style.detail < 0.5 ? 0 : pieces(BEVEL, 1);

  const kit: PartBuilder = {
    is: (word) => style.shapes.has(word),
    vary: (middle, spread = 0.08) => middle * (1 + spread * (2 * random() - 1)),
    count: (low, high) => low + Math.floor(random() * (high - low + 1)),
    box(slot, [w, h, d], { bevel, corner, taper, ...options } = {}) {
      const usual = Math.min(MAX_USUAL_BEVEL, USUAL_BEVEL * Math.min(w, h, d));
      const rounding = bevelSteps === 0 ? 0 : (bevel ?? usual) * (style.shapes.has('cartoon') ? 1.8 : 1);
      const isCornered = corner !== undefined && (bevelSteps > 0 || corner > 0.3 * Math.min(w, d));
      const shape = {
        bevel: rounding,
        steps: Math.max(bevelSteps, isCornered && corner > 0.1 * Math.min(w, d) ? pieces(5, 2) : 1),
        ...(isCornered ? { corner } : {}),
        ...(taper ? { taper } : {}),
      };
      add(slot, boxSolid(w, h, d, shape), options);
    },
    lathe(slot, profile, { segments = CIRCLE, isSmooth = false, isLoop = false, ...options } = {}) {
      const points = isSmooth ? smoothCurve(profile, pieces(LATHE_CURVE, 1), isLoop).map(keepOffAxis) : profile;
      add(slot, latheSolid(points, pieces(segments, 5), isLoop), options);
    },
    cylinder(slot, radius, height, { segments = CIRCLE, top = radius, bevel, ...options } = {}) {
      const cut = bevelSteps === 0 ? 0 : Math.min(bevel ?? 0, 0.45 * height, 0.9 * radius, 0.9 * top || Infinity);
      const profile: ProfilePoint[] =
        cut > 0
          ? [
              [radius - cut, 0],
              [radius, cut],
              ...(top > 0
                ? ([
                    [top, height - cut],
                    [top - cut, height],
                  ] as const)
                : ([[0, height]] as const)),
            ]
          : [
              [radius, 0],
              [top, height],
            ];
      add(slot, latheSolid(profile, pieces(segments, 5)), options);
    },
    ball(slot, radius, { segments = CIRCLE, e = 2, ...options } = {}) {
      const axes: SolidPoint = typeof radius === 'number' ? [radius, radius, radius] : radius;
      add(slot, superellipsoidSolid(axes, e, pieces(segments, 6)), options);
    },
    tube(slot, path, radius, { segments = 12, ends = 'flat', isSmooth = true, flat = 1, ...options } = {}) {
      const radii = typeof radius === 'number' ? path.map(() => radius) : radius;
      const isClosed = ends === 'closed';
      const rows = path.map(([x, y, z], k) => [x, y, z, radii[k] ?? radii.at(-1)!] as const);
      const smooth = isSmooth ? smoothCurve(rows, curve, isClosed) : rows;
      const shape = { segments: pieces(segments, 5), isRounded: ends === 'round', isClosed, flat };
      const points = smooth.map(([x, y, z]): SolidPoint => [x, y, z]);
      add(
        slot,
        tubeSolid(
          points,
          smooth.map((row) => Math.max(0, row[3])),
          shape,
        ),
        options,
      );
    },
    loft(slot, sections, { segments = CIRCLE, isSmooth = true, ...options } = {}) {
      add(slot, loftSolid(isSmooth ? smoothSections(sections, curve) : sections, pieces(segments, 6)), options);
    },
    extrude(slot, outline, depth, { bevel = 0, isSmooth = false, ...options } = {}) {
      const points = isSmooth ? smoothCurve(outline, curve, true) : outline;
      add(slot, extrudeSolid(points, depth, bevelSteps === 0 ? 0 : bevel), options);
    },
    torus(slot, ring, thickness, { segments = 36, ...options } = {}) {
      const count = pieces(segments, 8);
      const path = Array.from({ length: count }, (_, k): SolidPoint => {
        const angle = (k / count) * 2 * Math.PI;
        return [ring * Math.cos(angle), 0, ring * Math.sin(angle)];
      });
      const shape = { segments: pieces(12, 5), isClosed: true };
      add(slot, tubeSolid(path, [thickness], shape), options);
    },
    spot: (name, at, w, d, h = Infinity) => void spots.set(name, { at, w, d, h }),
  };
  build(kit);
  return standOnGround(parts, spots);
}

/** Moves the object vertically so that its lowest point is at y = 0. */
function standOnGround(parts: readonly Part[], spots: ReadonlyMap<AnchorName, Anchor>): BuiltObject {
  let low = Infinity;
  for (const { solid } of parts) {
    for (let i = 1; i < solid.positions.length; i += 3) low = Math.min(low, solid.positions[i]!);
  }
  if (!Number.isFinite(low) || low === 0) return { parts, spots };
  return {
    parts: parts.map((part) => ({ ...part, solid: placeSolid(part.solid, { at: [0, -low, 0] }) })),
    spots: new Map(
      [...spots].map(([name, spot]) => [name, { ...spot, at: [spot.at[0], spot.at[1] - low, spot.at[2]] }]),
    ),
  };
}

/** Clamps a profile point to the axis: a smooth curve may overshoot it between two points near it. */
function keepOffAxis([radius, y]: ProfilePoint): ProfilePoint {
  return [Math.max(0, radius), y];
}

function smoothSections(sections: readonly Section[], steps: number): Section[] {
  const rows = sections.map(({ y, w, d, x = 0, z = 0, e = 2.4 }) => [y, w, d, x, z, e] as const);
  return smoothCurve(rows, steps).map(([y, w, d, x, z, e]) => ({
    y,
    w: Math.max(0, w),
    d: Math.max(0, d),
    x,
    z,
    e: Math.max(1, e),
  }));
}
