/** A binary heap; push and pop cost log n. */
export interface Heap<T> {
  push(item: T): void;
  /** The first; undefined when there is none. */
  peek(): T | undefined;
  pop(): T | undefined;
}

/** Creates an empty heap; `isBefore` orders it. */
export function createHeap<T>(isBefore: (one: T, other: T) => boolean): Heap<T> {
  const items: T[] = [];
  const at = (index: number): T => items[index] as T;

  const rise = (item: T): void => {
    let index = items.length;
    for (; index > 0; index = (index - 1) >> 1) {
      const above = at((index - 1) >> 1);
      if (!isBefore(item, above)) break;
      items[index] = above;
    }
    items[index] = item;
  };
  const sink = (item: T): void => {
    let index = 0;
    for (let child = 1; child < items.length; child = 2 * index + 1) {
      if (child + 1 < items.length && isBefore(at(child + 1), at(child))) child++;
      if (!isBefore(at(child), item)) break;
      items[index] = at(child);
      index = child;
    }
    items[index] = item;
  };

  return {
    push: rise,
    peek: () => items[0],
    pop: () => {
      const first = items[0];
      const last = items.pop();
      if (items.length > 0) sink(last as T);
      return first;
    },
  };
}
