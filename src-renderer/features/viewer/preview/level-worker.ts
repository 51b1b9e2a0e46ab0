import { createLevelSimplifier, type GeometryLevel, type LevelSource } from './level-simplifier.ts';

/** The model, sent once, or a number of triangles to simplify it to. */
export type LevelRequest = { readonly sources: readonly LevelSource[] } | { readonly triangles: number };

/** Answer to each number of triangles: the level of each geometry, or the reason for failure. */
export type LevelReply = { readonly levels: readonly GeometryLevel[] } | { readonly error: string };

let simplifier: ReturnType<typeof createLevelSimplifier> | null = null;

self.onmessage = async ({ data }: MessageEvent<LevelRequest>) => {
  try {
    if ('sources' in data) {
      simplifier = createLevelSimplifier(data.sources);
      return;
    }
    const simplify = await simplifier;
    const levels = simplify?.(data.triangles) ?? [];
    reply(
      { levels },
      levels.map(({ index }) => index.buffer),
    );
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
};

function reply(message: LevelReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
