/** Numbers whose count is not known in advance; their memory grows by doubling. */
export interface GrowingArray<T extends Float32Array | Uint32Array | Float64Array> {
  readonly length: number;
  push(value: number): void;
  /** Returns a number; undefined if there is none with this index. */
  at(index: number): number | undefined;
  /** Returns the numbers without unused memory; the list is empty afterwards. */
  finish(): T;
}

/** Creates a list of 32-bit floats. */
export function growingFloats(capacity?: number): GrowingArray<Float32Array> {
  return createGrowing((length) => new Float32Array(length), capacity);
}

/** Creates a list of 64-bit floats. */
export function growingDoubles(capacity?: number): GrowingArray<Float64Array> {
  return createGrowing((length) => new Float64Array(length), capacity);
}

/** Creates a list of 32-bit unsigned integers. */
export function growingIntegers(capacity?: number): GrowingArray<Uint32Array> {
  return createGrowing((length) => new Uint32Array(length), capacity);
}

function createGrowing<T extends Float32Array | Uint32Array | Float64Array>(
  create: (length: number) => T,
  capacity = 64,
): GrowingArray<T> {
  let values = create(capacity);
  let length = 0;
  const resize = (size: number): void => {
    const old = values;
    values = create(size);
    values.set(old.subarray(0, length));
    releaseMemory(old);
  };
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === values.length) resize(Math.max(64, length * 2));
      values[length++] = value;
    },
    at: (index) => (index < length ? values[index] : undefined),
    finish() {
      if (values.length !== length) resize(length);
      const all = values;
      values = create(0);
      length = 0;
      return all;
    },
  };
}

/**
 * Gives the memory of an array back at once instead of at the next garbage collection; the array is empty afterwards.
 * It must be the only view of its buffer.
 */
export function releaseMemory(array: Float32Array | Float64Array | Uint32Array | Int32Array | Uint8Array): void {
  // Node 20 does not have it yet.
  (array.buffer as ArrayBuffer & { transfer?: (length: number) => ArrayBuffer }).transfer?.(0);
}
