/** A field's values: those that are shown as chosen tiles, and others in the order in which they were typed. */
export interface TileValues {
  readonly tiles: readonly unknown[];
  readonly others: readonly unknown[];
}

/** Values with others that are being typed, which stay text even if they equal a tile. */
export type TypedTileValues = TileValues & {
  /** The field's list of values that the text resulted in. */
  readonly list: readonly unknown[];
};

/** Splits a list of values; `typing` is the split as long as it resulted in the list. */
export function splitTileValues(
  list: readonly unknown[],
  options: readonly unknown[],
  typing: TypedTileValues | null,
): TileValues {
  if (typing && JSON.stringify(typing.list) === JSON.stringify(list)) return typing;
  return {
    tiles: list.filter((value) => options.includes(value)),
    others: list.filter((value) => !options.includes(value)),
  };
}

/** Replaces the other values with the typed ones. */
export function typeTileValues({ tiles }: TileValues, others: readonly unknown[]): TypedTileValues {
  return { tiles, others, list: [...new Set([...tiles, ...others])] };
}
