/** Text that grows to hundreds of megabytes without ever being one string. */
export interface TextBuilder {
  add(text: string): void;
  /** Adds all of another text. */
  addAll(other: TextBuilder): void;
  /** Everything added, in UTF-8. */
  toBytes(): Uint8Array;
}

const CHUNK_LENGTH = 1 << 18;

/** Starts an empty text. */
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

/** Adds lines, each behind an indent. */
export function addLines(text: TextBuilder, lines: readonly string[], indent: string): void {
  for (const line of lines) text.add(`${indent}${line}\n`);
}
