import type { Dimensions } from '../../src-shared/delivery/delivery-schemas.ts';

/** Facts of a model's content from its file; sizes in its own units and axes. */
export interface ContentFacts {
  readonly dimensions: Dimensions | null;
  readonly triangles: number | null;
  /** Images that programs link. */
  readonly textures: number | null;
  readonly clips: string[];
  readonly hasSkeleton: boolean;
  /** True if there are more clips than `clips` lists. */
  readonly hasMoreClips?: true;
  /** Number of Gaussian splats; absent: it is no splat file. */
  readonly splats?: number;
}

/** All facts unknown. */
export const NO_FACTS: ContentFacts = {
  dimensions: null,
  triangles: null,
  textures: null,
  clips: [],
  hasSkeleton: false,
};
