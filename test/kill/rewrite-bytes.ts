/**
 * Replaces a text in a stream of bytes; both texts have one length. Where it may lie across pieces, what may be its
 * beginning waits for the next piece.
 */
export function createRewriter(from: string, to: string, mayBeSplit = true): (piece: Buffer) => Buffer {
  if (from.length !== to.length) throw new Error(`“${from}” and “${to}” differ in length.`);
  const [wanted, wish] = [Buffer.from(from), Buffer.from(to)];
  let kept = Buffer.alloc(0);
  return (piece) => {
    const bytes = Buffer.concat([kept, piece]);
    for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) wish.copy(bytes, at);
    const end = bytes.byteLength - (mayBeSplit ? openEnd(bytes, wanted) : 0);
    kept = bytes.subarray(end);
    return bytes.subarray(0, end);
  };
}

/** Bytes at the end that may be the beginning of the wanted text. */
function openEnd(bytes: Buffer, wanted: Buffer): number {
  for (let length = Math.min(wanted.byteLength - 1, bytes.byteLength); length > 0; length--) {
    if (bytes.subarray(bytes.byteLength - length).equals(wanted.subarray(0, length))) return length;
  }
  return 0;
}
