/** Builds text of hundreds of megabytes without ever creating one string. */
export interface TextBuilder {
  add(text: string): void;
  /** Appends all of another text. */
  addAll(other: TextBuilder): void;
  /** Returns the whole text in UTF-8. */
  toBytes(): Uint8Array;
}

const CHUNK_LENGTH = 1 << 18;

/** Creates an empty text. */
export function createTextBuilder(): TextBuilder {
  const chunks: Uint8Array[] = [];
  let pending = '';
  const flush = (): void => {
    chunks.push(Buffer.from(pending, 'utf8'));
    pending = '';
  };
  return {
    add(text) {
      pending += text;
      if (pending.length >= CHUNK_LENGTH) flush();
    },
    addAll(other) {
      flush();
      chunks.push(other.toBytes());
    },
    toBytes() {
      flush();
      return Buffer.concat(chunks);
    },
  };
}

/** Appends lines, each with an indent. */
export function addLines(text: TextBuilder, lines: readonly string[], indent: string): void {
  for (const line of lines) text.add(`${indent}${line}\n`);
}
