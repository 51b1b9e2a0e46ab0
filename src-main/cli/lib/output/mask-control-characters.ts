/** Text of foreign origin for a terminal: control characters become dots. */
export function maskControlCharacters(text: string): string {
  return text.replace(/\p{C}/gu, '·');
}
