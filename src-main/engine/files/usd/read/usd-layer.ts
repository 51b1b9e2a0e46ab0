import { checkObjects } from '../../import/import-limits.ts';
import { createMemoryMeter, type MemoryMeter } from '../../import/memory-meter.ts';

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
   * Reads its rest value: the default, else the first in time. Quaternions are real part first. A long array is read again
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

/** Parts of a stage that were read and composed so far. */
export interface UsdBudget {
  /** Number of prims; a property counts as a part of one. */
  prims: number;
  readonly memory: MemoryMeter;
}

/** Creates the budget of a stage. */
export function createUsdBudget(): UsdBudget {
  return { prims: 0, memory: createMemoryMeter() };
}

/** Measured memory of a prim and of a property without its value, as they were read or as they were composed. */
const PRIM_BYTES = 1_000;
const PROPERTY_BYTES = 550;
/** Share of a prim's memory that a property takes. */
const PROPERTY_SHARE = 1 / 4;
/** A scene has about two prims for each object, which are read and composed. */
const PRIMS_PER_OBJECT = 4;

/** Counts prims and properties. Throws `ModelError` `too_large` if there are too many. */
export function chargePrims(budget: UsdBudget, prims: number, properties: number): void {
  budget.memory.charge(prims * PRIM_BYTES + properties * PROPERTY_BYTES);
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

const NUMBERS_BYTES = 350;
const STRING_BYTES = 56;
const PLAIN_BYTES = 16;

/** Returns the measured memory of a value. */
export function measureUsdValue(value: UsdValue): number {
  if (isNumbers(value)) return NUMBERS_BYTES + value.byteLength;
  if (typeof value === 'string') return STRING_BYTES + value.length;
  // The texts of a list were measured one by one.
  return PLAIN_BYTES;
}
