import { SHADINGS } from '../viewer/shadings.ts';
import { TEXTS } from './texts.ts';
import { toggleCompare } from './viewer-rivals.ts';
import { viewing } from './viewer.svelte.ts';

/** What single keys do in the viewer. */
export const VIEWER_KEYS: Readonly<Record<string, () => void>> = {
  '.': () => viewing.viewer?.fit(),
  G: () => {
    viewing.grid = !viewing.grid;
  },
  H: () => {
    viewing.figure = !viewing.figure;
  },
  D: () => {
    viewing.dimensions = !viewing.dimensions;
  },
  T: () => {
    viewing.turntable = !viewing.turntable;
  },
  C: toggleCompare,
  ...Object.fromEntries(
    SHADINGS.map((shading, index) => [
      String(index + 1),
      () => {
        viewing.shading = shading;
      },
    ]),
  ),
};

/** The viewer's keys as the page lists them: what to press, and what it does. */
export function listViewerKeys(): readonly (readonly [key: string, does: string])[] {
  const { viewer, scene } = TEXTS;
  return [
    [`1–${SHADINGS.length}`, SHADINGS.map((shading) => scene.shading[shading]).join(' · ')],
    ['.', viewer.fit],
    ['G', viewer.grid],
    ['H', scene.figure],
    ['D', viewer.dimensions],
    ['T', viewer.turntable],
    ['C', scene.compare.title],
  ];
}
