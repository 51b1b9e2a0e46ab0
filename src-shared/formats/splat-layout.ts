import { findPlyFileBytes, type PlyHeader } from './ply-header.ts';

/** Positions of the properties of Gaussian splats in a PLY. */
export interface SplatLayout {
  readonly count: number;
  /** Byte offset of the first splat in the file. */
  readonly start: number;
  /** Bytes per splat. */
  readonly stride: number;
  /** Size of the whole file in bytes. */
  readonly length: number;
  /** Offsets of 32-bit floats in a splat: position, size as natural logarithm, rotation wxyz, opacity as a logit. */
  readonly at: { readonly place: Three; readonly size: Three; readonly turn: Four; readonly opacity: number };
}

type Three = readonly [number, number, number];
type Four = readonly [number, number, number, number];

/** Reason why a PLY has no readable splats. */
export type NoSplatLayout =
  /** An unsupported encoding: text, or big-endian. */
  | { readonly kind: 'unread'; readonly what: 'text' | 'big_endian' | 'lists' }
  /** A mesh or a point cloud. */
  | { readonly kind: 'no_splats'; readonly missing: string };

/**
 * Property names of position, size, rotation and colour in `scene/gaussian_model.py` of the reference implementation.
 */
const PLACE = ['x', 'y', 'z'] as const;
const SIZE = ['scale_0', 'scale_1', 'scale_2'] as const;
const TURN = ['rot_0', 'rot_1', 'rot_2', 'rot_3'] as const;
const COLOUR = ['f_dc_0', 'f_dc_1', 'f_dc_2'] as const;

/**
 * Finds the layout of the splats in a PLY (3D Gaussian Splatting, Kerbl et al. 2023), or the reason why it has none
 * that can be read.
 */
export function findSplatLayout(header: PlyHeader): SplatLayout | NoSplatLayout {
  const [first] = header.elements;
  const offsets = new Map(
    first?.name === 'vertex'
      ? first.properties.filter(({ type }) => /^float(32)?$/.test(type)).map(({ name, offset }) => [name, offset])
      : [],
  );
  const missing = [...PLACE, ...SIZE, ...TURN, ...COLOUR, 'opacity'].find((name) => !offsets.has(name));
  if (missing !== undefined) return { kind: 'no_splats', missing };
  if (header.format === 'ascii') return { kind: 'unread', what: 'text' };
  if (header.format === 'binary_big_endian') return { kind: 'unread', what: 'big_endian' };
  const length = findPlyFileBytes(header);
  if (!first?.stride || length === null) return { kind: 'unread', what: 'lists' };
  const get = (name: string): number => offsets.get(name) ?? 0;
  return {
    count: first.count,
    start: header.bytes,
    stride: first.stride,
    length,
    at: {
      place: [get('x'), get('y'), get('z')],
      size: [get('scale_0'), get('scale_1'), get('scale_2')],
      turn: [get('rot_0'), get('rot_1'), get('rot_2'), get('rot_3')],
      opacity: get('opacity'),
    },
  };
}
