import type { Rectangle } from 'electron';
import { z } from 'zod';

/** Where the window stood when it was closed. */
export const windowBounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(320),
  height: z.int().min(480),
  maximized: z.boolean(),
});

/** Where the window stood when it was closed. */
export type WindowBounds = Readonly<z.infer<typeof windowBounds>>;

/** Part of the title bar that must be on a screen, so that the window can be moved. */
const REACHABLE = { width: 120, height: 40 };

/**
 * The remembered place, if it is well-formed and its title bar can be reached on one of the screens' work areas; null
 * otherwise, as after a screen was unplugged. A window larger than its screen is cut to it.
 */
export function restoreBounds(remembered: unknown, workAreas: readonly Rectangle[]): WindowBounds | null {
  const parsed = windowBounds.safeParse(remembered);
  if (!parsed.success) return null;
  const place = parsed.data;
  const area = workAreas.find((candidate) => isReachable(place, candidate));
  if (area === undefined) return null;
  return { ...place, width: Math.min(place.width, area.width), height: Math.min(place.height, area.height) };
}

function isReachable(place: Rectangle, area: Rectangle): boolean {
  const visible = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  const titleBarInside = place.y >= area.y && place.y + REACHABLE.height <= area.y + area.height;
  return visible >= REACHABLE.width && titleBarInside;
}
