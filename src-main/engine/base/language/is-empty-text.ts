/** Returns true for a text of spaces and invisible characters only. */
export function isEmptyText(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
