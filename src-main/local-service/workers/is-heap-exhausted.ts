/** V8's last words when a heap filled faster than Node could end the thread; the whole process aborts then. */
const HEAP_WORDS = 'JavaScript heap out of memory';

/** Whether a process said on standard error that its heap is full. */
export function isHeapExhausted(words: string): boolean {
  return words.includes(HEAP_WORDS);
}
