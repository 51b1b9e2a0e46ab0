/** V8's message if a heap filled faster than Node could end the thread; the whole process aborts then. */
const HEAP_WORDS = 'JavaScript heap out of memory';

/** True if the standard error of a process reports that its heap is full. */
export function isHeapExhausted(words: string): boolean {
  return words.includes(HEAP_WORDS);
}
