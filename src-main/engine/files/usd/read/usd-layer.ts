/** A value of USD: vectors, matrices and arrays of numbers are flat lists; an asset is its path. */
export type UsdValue = number | boolean | string | Float64Array | readonly string[] | null;

/** A value at a time, in time codes. */
export type UsdSample = readonly [time: number, value: UsdValue];

/** A property with a value. */
export interface UsdAttribute {
  /** Its value at rest: the default, else the first in time. Four numbers of a turn are real part first. */
  readonly read: () => UsdValue;
  /** Its values in time, in the order of the file. */
  readonly samples: () => readonly UsdSample[];
  /** The property its value comes from instead; null: none. */
  readonly connection: string | null;
  /** constant, uniform, vertex, varying or faceVarying; null: not told. */
  readonly interpolation: string | null;
  /** Type as USD writes it, `texCoord2f[]`. */
  readonly type: string;
}

/** That a prim is made of one of a layer. */
export interface UsdReference {
  /** Layer; empty: the same. */
  readonly asset: string;
  /** Path; empty: the layer's default prim. */
  readonly path: string;
}

/** A prim as one layer says it. */
export interface UsdPrim {
  readonly name: string;
  readonly specifier: 'def' | 'over' | 'class';
  readonly type: string;
  readonly attributes: ReadonlyMap<string, UsdAttribute>;
  /** Paths of what each relationship names. */
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
  /** Layers below it, whose prims it adds to. */
  readonly subLayers: readonly string[];
  readonly prims: readonly UsdPrim[];
  /** Folder of the package it lies in. */
  readonly folder: string;
}
