type KeyOfAny<Table> = Table extends unknown ? keyof Table : never;

/** Keys that more than one of the tables has. */
type RepeatedKey<Tables extends readonly object[]> = Tables extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? (keyof First & KeyOfAny<Rest[number]>) | RepeatedKey<Rest>
  : never;

/** One table with the keys of all. */
type Joined<Tables extends readonly object[]> = {
  readonly [Key in KeyOfAny<Tables[number]>]: Extract<Tables[number], Readonly<Record<Key, unknown>>>[Key];
};

/** Joins tables into one. A key that two of them have is a compile error: the argument would have to be that key. */
export function joinTables<const Tables extends readonly object[]>(
  ...tables: [RepeatedKey<Tables>] extends [never] ? Tables : readonly RepeatedKey<Tables>[]
): Joined<Tables> {
  return Object.assign({}, ...tables) as Joined<Tables>;
}
