/**
 * True if a text in GB 18030 has a character of GB 2312, rows 16 to 87, as nearly all Chinese texts have, but few of the
 * Western ones that are valid by chance.
 */
export function hasGb2312(bytes: Uint8Array): boolean {
  for (let at = 0; at + 1 < bytes.length;) {
    const [first, second] = [bytes[at]!, bytes[at + 1]!];
    if (first >= 0xb0 && first <= 0xf7 && second >= 0xa1) return true;
    const isFourBytes = first > 0x80 && second >= 0x30 && second <= 0x39;
    at += first <= 0x80 ? 1 : isFourBytes ? 4 : 2;
  }
  return false;
}
