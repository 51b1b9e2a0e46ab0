import { z } from 'zod';

const SIGNED_AXES = ['+x', '-x', '+y', '-y', '+z', '-z'] as const;

/** Steps that clean up the results of a generator, in the order in which they are applied. */
export const cleanupConfig = z
  .strictObject({
    /** Distance within which vertices are welded, as a share of the bounding box's diagonal; 0: they stay. */
    weld: z.literal(0).or(z.number().min(1e-7).max(0.01)).default(1e-5),
    /** Pieces with less than this share of the largest piece's area are removed; 0: they stay. */
    floaters: z.number().min(0).max(0.5).default(0.001),
    /** Axes of the result that point up and to the front; the model is rotated to +Y and +Z. */
    up: z.enum(SIGNED_AXES).default('+y'),
    /** Absent: the shortest rotation decides. */
    front: z.enum(SIGNED_AXES).optional(),
    /** Places the model on y = 0, centered in x and z. */
    ground: z.boolean().default(true),
    /** Longest side in meters; absent: the size stays. */
    size: z.number().min(0.001).max(1_000).optional(),
    /** Bakes colors and normals of the full result onto one with fewer faces; false: its UVs and textures stay. */
    bake: z.boolean().default(true),
    /** Unwraps models that have no UVs, or whose colors are in their vertices; or all; or none. */
    unwrap: z.enum(['missing', 'always', 'never']).default('missing'),
    /** Closes every part for printing. */
    watertight: z.boolean().default(false),
  })
  .refine(({ up, front }) => front === undefined || front[1] !== up[1], {
    path: ['front'],
    error: 'must be at a right angle to "up"',
  });

/** Steps that clean up the results of a generator. */
export type CleanupConfig = Readonly<z.output<typeof cleanupConfig>>;

/** `cleanup` of a generator whose results are raw; false turns all steps off. */
export const cleanupOfRaw = z.literal(false).or(cleanupConfig).prefault({});

/** `cleanup` of a generator whose results are finished already. */
export const cleanupOfFinished = z.literal(false).or(cleanupConfig).default(false);
