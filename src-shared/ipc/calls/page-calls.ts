import { z } from 'zod';
import { nothing } from './call-schemas.ts';

/** State of the page for the menu bar. */
const pageState = z.object({
  /** The open view. */
  view: z.string().max(40),
  /** Shading mode of the 3D view. */
  shading: z.string().max(40),
  /** Number of selected jobs. */
  chosen: z.int().min(0),
});

/** State of the page for the menu bar. */
export type PageState = Readonly<z.infer<typeof pageState>>;

/** Calls with which a page reports its own state: channel → [input, output]. */
export const pageCalls = {
  /** Reports whether the page is visible; the service is polled less often while every page is hidden. */
  'page:visible': [z.object({ visible: z.boolean() }), nothing],
  'page:shows': [pageState, nothing],
} as const;
