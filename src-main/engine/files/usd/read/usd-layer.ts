import { checkObjects } from '../../import/import-limits.ts';

/** A USD value: vectors, matrices and arrays of numbers are flat lists; an asset is its path. */
export type UsdValue = number | boolean | string | UsdNumbers | readonly string[] | null;

/** Numbers, in an array that fits the type in the file. */
export type UsdNumbers = Float64Array | Float32Array | Int32Array;

/** True for vectors, matrices and arrays of numbers. */
export function isNumbers(value: unknown): value is UsdNumbers {
  return value instanceof Float64Array || value instanceof Float32Array || value instanceof Int32Array;
}

/** Number of numbers from which on an array is long. */
export const LONG_ARRAY = 2 ** 16;

/** A value at a time, in time codes. */
export type UsdSample = readonly [time: number, value: UsdValue];

/** A property with a value. */
export interface UsdAttribute {
  /**
   * Reads its rest value: the default, else the first in time. Quaternions are real part first. A long array is read anew
   * by each call, so that nothing else has it.
   */
  readonly read: () => UsdValue;
  /** Returns its time samples, in the order of the file. */
  readonly samples: () => readonly UsdSample[];
  /** The property it is connected to; null: none. */
  readonly connection: string | null;
  /** constant, uniform, vertex, varying or faceVarying; null: not specified. */
  readonly interpolation: string | null;
  /** USD type name, such as `texCoord2f[]`. */
  readonly type: string;
}

/** Number of prims read and composed so far; a property counts as a part of one. */
export interface PrimBudget {
  prims: number;
}

/** Share of a prim's memory that a property takes. */
const PROPERTY_SHARE = 1 / 4;
/** A scene has about two prims for each object, which are read and composed. */
const PRIMS_PER_OBJECT = 4;

/** Counts prims and properties. Throws `ModelError` `too_large` if there are too many. */
export function chargePrims(budget: PrimBudget, prims: number, properties: number): void {
  budget.prims += prims + properties * PROPERTY_SHARE;
  checkObjects(budget.prims / PRIMS_PER_OBJECT);
}

/** A reference from a prim to a prim of a layer. */
export interface UsdReference {
  /** Layer; empty: the same. */
  readonly asset: string;
  /** Path; empty: the layer's default prim. */
  readonly path: string;
}

/** A prim as defined in one layer. */
export interface UsdPrim {
  readonly name: string;
  readonly specifier: 'def' | 'over' | 'class';
  readonly type: string;
  readonly attributes: ReadonlyMap<string, UsdAttribute>;
  /** Target paths of each relationship. */
  readonly relationships: ReadonlyMap<string, readonly string[]>;
  readonly references: readonly UsdReference[];
  readonly children: readonly UsdPrim[];
}

/** One layer: its metadata and its prims. */
export interface UsdLayer {
  readonly upAxis: string | null;
  readonly metersPerUnit: number | null;
  readonly timeCodesPerSecond: number | null;
  readonly defaultPrim: string | null;
  /** Sublayers, whose prims it overrides. */
  readonly subLayers: readonly string[];
  readonly prims: readonly UsdPrim[];
  /** Its folder in the package. */
  readonly folder: string;
}
