/** A binary heap; push and pop cost log n. */
export interface Heap<T> {
  push(item: T): void;
  /** The first; undefined when there is none. */
  peek(): T | undefined;
  pop(): T | undefined;
}

/**
 * Creates an empty heap; the item with the smallest key is first, and keys never change. They are stored apart from the
 * items: comparing those would load a whole record from memory for each comparison.
 */
export function createHeap<T>(keyOf: (item: T) => number): Heap<T> {
  const items: T[] = [];
  const keys: number[] = [];
  const move = (from: number, to: number): void => {
    items[to] = items[from] as T;
    keys[to] = keys[from] as number;
  };
  const place = (item: T, key: number, index: number): void => {
    items[index] = item;
    keys[index] = key;
  };

  const rise = (item: T, key: number): void => {
    let index = items.length;
    for (; index > 0; index = (index - 1) >> 1) {
      const above = (index - 1) >> 1;
      if (key >= (keys[above] as number)) break;
      move(above, index);
    }
    place(item, key, index);
  };
  const sink = (item: T, key: number): void => {
    let index = 0;
    for (let child = 1; child < items.length; child = 2 * index + 1) {
      if (child + 1 < items.length && (keys[child + 1] as number) < (keys[child] as number)) child++;
      if ((keys[child] as number) >= key) break;
      move(child, index);
      index = child;
    }
    place(item, key, index);
  };

  return {
    push: (item) => rise(item, keyOf(item)),
    peek: () => items[0],
    pop: () => {
      const first = items[0];
      const [last, key] = [items.pop(), keys.pop()];
      if (items.length > 0) sink(last as T, key as number);
      return first;
    },
  };
}
