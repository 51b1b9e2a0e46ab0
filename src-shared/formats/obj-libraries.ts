/** Splits the names of an `mtllib` statement, each of which may contain spaces. */
export function splitLibraryNames(statement: string): string[] {
  return statement.split(/(?<=\.mtl)\s+/i);
}
