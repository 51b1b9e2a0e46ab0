import type { SurfaceFacts } from './measure-surface.ts';
import type { ModelStatistics } from './model-statistics.ts';

/** What a person should know before a model is sent on, most telling first. */
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

/** What a person should know before a model is sent on. */
export type Warning = (typeof WARNINGS)[number];

/** Largest extents, metres, outside of which a thing is more likely wrong by a unit than meant. */
const LIKELY_SIZE = { least: 0.01, most: 100 };

/** What to warn of, and how many there are of it, most telling first; `surface` is null while it is not measured. */
export function listWarnings(
  found: ModelStatistics,
  surface: SurfaceFacts | null,
): { readonly warning: Warning; readonly count: number }[] {
  const extent = Math.max(found.size.x, found.size.y, found.size.z);
  const counts: Readonly<Record<Warning, number>> = {
    missing_pictures: found.missingPictures,
    thinned: found.shownTriangles ?? 0,
    open_edges: surface?.openEdges ?? 0,
    many_sided: surface?.manySidedEdges ?? 0,
    turned: surface?.turnedEdges ?? 0,
    flipped: surface?.flippedFaces ?? 0,
    inside_out: surface?.isInsideOut ? 1 : 0,
    thin_faces: surface?.thinFaces ?? 0,
    no_uv: found.withoutUv,
    large: extent > LIKELY_SIZE.most ? 1 : 0,
    small: extent > 0 && extent < LIKELY_SIZE.least ? 1 : 0,
  };
  return WARNINGS.map((warning) => ({ warning, count: counts[warning] })).filter(({ count }) => count > 0);
}
