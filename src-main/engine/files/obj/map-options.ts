/** Maximum number of arguments of each map option (MTL format, “Options for texture map statements”); others have one. */
const ARGUMENTS: Readonly<Record<string, number>> = { '-mm': 2, '-o': 3, '-s': 3, '-t': 3 };
/** Options with one to three numbers, so that a file name may follow any of them. */
const VECTOR_OPTIONS: readonly string[] = ['-o', '-s', '-t'];

/** The file of a texture map statement, and its options with their arguments, by name in lower case. */
export interface MapStatement {
  readonly path: string;
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** True for the keyword, in lower case, of a statement that names an image. */
export function isMapKeyword(keyword: string): boolean {
  return /^(map_|norm$|bump$|disp$|decal$|refl$)/.test(keyword);
}

/** Parses a texture map statement after its keyword; the path may contain spaces. */
export function parseMapStatement(statement: string): MapStatement {
  const words = [...statement.matchAll(/\S+/g)];
  const last = words.length - 1;
  const options = new Map<string, readonly string[]>();
  let at = 0;
  while (at < last && words[at]![0].startsWith('-')) {
    const option = words[at++]![0].toLowerCase();
    const values: string[] = [];
    const isVector = VECTOR_OPTIONS.includes(option);
    while (values.length < (ARGUMENTS[option] ?? 1) && at < last) {
      const [value] = words[at]!;
      if (isVector && !Number.isFinite(Number(value))) break;
      values.push(value);
      at++;
    }
    options.set(option, values);
  }
  return { path: statement.slice(words[at]?.index ?? 0).trimEnd(), options };
}
