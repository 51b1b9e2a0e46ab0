import { randomUUID } from 'node:crypto';
import type { FoundSource } from '../folders/found-source.ts';
import type { Output } from '../../src-shared/ipc/contract.ts';

type TakenSource = Output<'sources:take'>['sources'][number];

/** Files the person gave, held until they become jobs: the page knows them by id only, main knows where they are. */
export interface TakenSources {
  keep(sources: readonly FoundSource[]): TakenSource[];
  /** Sources that are still there, without taking them. */
  look(ids: readonly string[]): FoundSource[];
  /** Gives a source back once; unknown ids give nothing. */
  claim(ids: readonly string[]): FoundSource[];
}

/** More than this many unclaimed files are forgotten, oldest first. */
const MOST_KEPT = 50_000;

/** An empty collection. */
export function createTakenSources(): TakenSources {
  const kept = new Map<string, FoundSource>();
  return {
    keep: (sources) =>
      sources.map((source) => {
        const id = randomUUID();
        kept.set(id, source);
        const oldest = kept.size > MOST_KEPT ? kept.keys().next().value : undefined;
        if (oldest !== undefined) kept.delete(oldest);
        return { id, name: source.name, kind: source.kind, bytes: source.bytes };
      }),
    look: (ids) => ids.flatMap((id) => kept.get(id) ?? []),
    claim: (ids) =>
      ids.flatMap((id) => {
        const source = kept.get(id);
        kept.delete(id);
        return source ?? [];
      }),
  };
}
