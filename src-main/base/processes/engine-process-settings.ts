/** Size of a semi-space of V8’s young generation, MiB; a power of two. By default it grows to 64 MiB. */
const SEMI_SPACE_MIB = 16;

/**
 * Node's options for a process that runs an engine. It collects young objects on the engine's own thread: V8's helper threads
 * take more time together than they save, and on a busy computer they take it from the other engines. The young
 * generation is limited, because an engine needs its memory for images and meshes.
 */
export const ENGINE_EXEC_ARGV: readonly string[] = [
  '--no-parallel-scavenge',
  `--max-semi-space-size=${SEMI_SPACE_MIB}`,
];

/**
 * Environment of a process that runs an engine. glibc keeps freed memory in up to eight heaps per core, blocks of up to 32 MB
 * too; with these settings, images return to the system at once. Other allocators ignore them.
 */
export const ENGINE_ENVIRONMENT: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 ** 2),
};
