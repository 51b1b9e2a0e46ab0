import { skinRings } from './skin-rings.ts';
import type { SolidPoint, Solid } from './solid.ts';

/** A horizontal cross-section of a body: a superellipse, |x/w|^e + |z/d|^e = 1 with half width w and half depth d. */
export interface Section {
  readonly y: number;
  /** Full width and depth in metres; 0 for both is a tip. */
  readonly w: number;
  readonly d: number;
  readonly x?: number;
  readonly z?: number;
  /** 2 is an ellipse, more is boxier; defaults to the value of the whole body. */
  readonly e?: number;
}

/** Lofts a body through horizontal cross-sections from bottom to top; ends that are not tips are capped flat. */
export function loftSolid(sections: readonly Section[], segments: number): Solid {
  return skinRings(
    sections.map(({ y, w, d, x = 0, z = 0, e = 2.4 }): SolidPoint[] => {
      if (w < 1e-5 || d < 1e-5) return [[x, y, z]];
      return Array.from({ length: segments }, (_, k) => {
        const angle = ((k + 0.5) / segments) * 2 * Math.PI;
        return [x + (w / 2) * power(Math.sin(angle), 2 / e), y, z + (d / 2) * power(Math.cos(angle), 2 / e)];
      });
    }),
  );
}

/**
 * Creates a superellipsoid about the origin: half axes in metres, `e` as in a section, both horizontally and
 * vertically. Barr, “Superquadrics and angle-preserving transformations”, 1981.
 */
export function superellipsoidSolid(axes: SolidPoint, e: number, segments: number): Solid {
  const rows = Math.max(3, Math.round(segments / 2));
  const sections: Section[] = [];
  for (let row = 0; row <= rows; row++) {
    const angle = (row / rows - 0.5) * Math.PI;
    const isTip = row === 0 || row === rows;
    const share = isTip ? 0 : power(Math.cos(angle), 2 / e);
    sections.push({ y: axes[1] * power(Math.sin(angle), 2 / e), w: 2 * axes[0] * share, d: 2 * axes[2] * share, e });
  }
  return loftSolid(sections, segments);
}

function power(value: number, exponent: number): number {
  return Math.sign(value) * Math.abs(value) ** exponent;
}
