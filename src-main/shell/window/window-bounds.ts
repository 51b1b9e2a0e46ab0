import type { Rectangle } from 'electron';
import { z } from 'zod';

/** Schema of saved window bounds. */
const windowBounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(320),
  height: z.int().min(480),
  maximized: z.boolean(),
});

/** Position and size of the window when it was closed. */
export type WindowBounds = Readonly<z.infer<typeof windowBounds>>;

/** Part of the title bar that must be visible, so that the window can be moved. */
const MIN_VISIBLE_TITLE_BAR = { width: 120, height: 40 };

/**
 * The saved bounds, if they are valid and the title bar is visible in one of the work areas; otherwise null, for example
 * after a screen was unplugged. A window larger than its screen is shrunk to it.
 */
export function restoreBounds(saved: unknown, workAreas: readonly Rectangle[]): WindowBounds | null {
  const parsed = windowBounds.safeParse(saved);
  if (!parsed.success) return null;
  const bounds = parsed.data;
  const area = workAreas.find((candidate) => isReachable(bounds, candidate));
  if (area === undefined) return null;
  return { ...bounds, width: Math.min(bounds.width, area.width), height: Math.min(bounds.height, area.height) };
}

function isReachable(place: Rectangle, area: Rectangle): boolean {
  const visible = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  const titleBarInside = place.y >= area.y && place.y + MIN_VISIBLE_TITLE_BAR.height <= area.y + area.height;
  return visible >= MIN_VISIBLE_TITLE_BAR.width && titleBarInside;
}
