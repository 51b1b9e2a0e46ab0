import { findPlyFileBytes, type PlyHeader } from './ply-header.ts';

/** Where the numbers of Gaussian splats lie in a PLY. */
export interface SplatLayout {
  readonly count: number;
  /** Of the first splat in the file. */
  readonly start: number;
  /** Bytes of a splat. */
  readonly stride: number;
  /** Of the whole file. */
  readonly length: number;
  /** Where single numbers of 32 bits lie in a splat: place, size as natural logarithm, turn wxyz, opacity as its logit. */
  readonly at: { readonly place: Three; readonly size: Three; readonly turn: Four; readonly opacity: number };
}

type Three = readonly [number, number, number];
type Four = readonly [number, number, number, number];

/** What a PLY has instead of splats. */
export type NoSplatLayout =
  /** Written in a way splats are not read from: as text, or with the highest byte first. */
  | { readonly kind: 'unread'; readonly what: 'text' | 'big_endian' | 'lists' }
  /** A mesh or a cloud of points. */
  | { readonly kind: 'no_splats'; readonly missing: string };

/** Sides of the ellipsoid, its turn and its colour, as `scene/gaussian_model.py` of the reference implementation names them. */
const PLACE = ['x', 'y', 'z'] as const;
const SIZE = ['scale_0', 'scale_1', 'scale_2'] as const;
const TURN = ['rot_0', 'rot_1', 'rot_2', 'rot_3'] as const;
const COLOUR = ['f_dc_0', 'f_dc_1', 'f_dc_2'] as const;

/** Where the splats of a PLY lie (3D Gaussian Splatting, Kerbl et al. 2023), or why it holds none that are read. */
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
