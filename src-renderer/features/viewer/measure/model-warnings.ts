import type { SurfaceFacts } from './measure-surface.ts';
import type { ModelStatistics } from './model-statistics.ts';

/** Warnings about a model, most important first. */
const WARNINGS = [
  'missing_pictures',
  'thinned',
  'open_edges',
  'many_sided',
  'turned',
  'flipped',
  'inside_out',
  'thin_faces',
  'no_uv',
  'large',
  'small',
] as const;

/** A warning about a model. */
export type Warning = (typeof WARNINGS)[number];

/** Largest dimension in metres outside of which a wrong unit is more likely than intent. */
const LIKELY_SIZE = { least: 0.01, most: 100 };

/** Lists the warnings with their counts, most important first; `surface` is null until measured. */
export function listWarnings(
  statistics: ModelStatistics,
  surface: SurfaceFacts | null,
): { readonly warning: Warning; readonly count: number }[] {
  const extent = Math.max(statistics.size.x, statistics.size.y, statistics.size.z);
  const counts: Readonly<Record<Warning, number>> = {
    missing_pictures: statistics.missingPictures,
    thinned: statistics.shownTriangles ?? 0,
    open_edges: surface?.openEdges ?? 0,
    many_sided: surface?.manySidedEdges ?? 0,
    turned: surface?.turnedEdges ?? 0,
    flipped: surface?.flippedFaces ?? 0,
    inside_out: surface?.isInsideOut ? 1 : 0,
    thin_faces: surface?.thinFaces ?? 0,
    no_uv: statistics.withoutUv,
    large: extent > LIKELY_SIZE.most ? 1 : 0,
    small: extent > 0 && extent < LIKELY_SIZE.least ? 1 : 0,
  };
  return WARNINGS.map((warning) => ({ warning, count: counts[warning] })).filter(({ count }) => count > 0);
}
