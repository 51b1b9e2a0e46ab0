import { z } from 'zod';
import { nothing } from './call-schemas.ts';

/** What the page shows, as far as the menu bar marks it. */
export const pageState = z.object({
  /** The view that is open. */
  view: z.string().max(40),
  /** How the 3D view draws the surface. */
  shading: z.string().max(40),
  /** How many jobs are chosen. */
  chosen: z.int().min(0),
});

/** What the page shows, as far as the menu bar marks it. */
export type PageState = Readonly<z.infer<typeof pageState>>;

/** What the page of a window tells of itself: channel → [input, output]. */
export const pageCalls = { 'page:shows': [pageState, nothing] } as const;
