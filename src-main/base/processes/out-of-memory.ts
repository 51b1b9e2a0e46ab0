/** Part of V8's message when a heap is full; a process that exceeds its resident memory prints it too. */
export const OUT_OF_MEMORY = 'heap out of memory';

/** True if the standard error of a process reports that its memory is used up. */
export function isOutOfMemory(output: string): boolean {
  return output.includes(OUT_OF_MEMORY);
}
