import { ENVIRONMENTS } from '../../features/viewer/surroundings/environments.ts';
import { MAPS, SHADING_MODES } from '../../features/viewer/shading/shading-modes.ts';
import { always, type Command } from './command.ts';
import { WITH_JOBS } from './job-commands.ts';
import { TEXTS } from '../language/texts.ts';
import { canCompareSelected, toggleCompare } from '../../features/viewer/state/comparison-candidates.ts';
import { viewerState } from '../../features/viewer/state/viewer.svelte.ts';

const C = TEXTS.commands;

/** Toggles of the viewer by key; the skeleton has none. */
const SWITCHES = [
  ['grid', 'G', () => TEXTS.viewer.pane.grid],
  ['figure', 'H', () => TEXTS.viewer.figure],
  ['dimensions', 'D', () => TEXTS.viewer.pane.dimensions],
  ['turntable', 'T', () => TEXTS.viewer.pane.turntable],
] as const;

const withModel = (): true | string => viewerState.status === 'ready' || C.reasons.noModel;

/**
 * Commands for shading and display of the viewer. Shading also applies to the next model, so no model has to be open.
 */
export const viewerCommands = (): readonly Command[] => [
  ...SHADING_MODES.map((shading, index): Command => ({
    id: `viewer.${shading}`,
    group: 'viewer',
    title: () => C.shading(TEXTS.viewer.shading[shading]),
    keys: [String(index + 1)],
    where: WITH_JOBS,
    available: always,
    run: () => {
      viewerState.shading = shading;
    },
  })),
  ...MAPS.map((map): Command => ({
    id: `viewer.map.${map}`,
    group: 'viewer',
    title: () => C.map(TEXTS.viewer.maps[map]),
    available: always,
    run: () => {
      viewerState.shading = map;
    },
  })),
  ...ENVIRONMENTS.map((environment): Command => ({
    id: `viewer.light.${environment}`,
    group: 'viewer',
    title: () => C.light(TEXTS.viewer.environments[environment]),
    available: always,
    run: () => {
      viewerState.environment = environment;
    },
  })),
  ...SWITCHES.map(([field, key, title]): Command => ({
    id: `viewer.${field}`,
    group: 'viewer',
    title,
    keys: [key],
    where: WITH_JOBS,
    available: always,
    run: () => {
      viewerState[field] = !viewerState[field];
    },
  })),
  {
    id: 'viewer.skeleton',
    group: 'viewer',
    title: () => TEXTS.viewer.skeleton,
    available: () => ((viewerState.statistics?.bones ?? 0) > 0 ? true : C.reasons.noBones),
    run: () => {
      viewerState.skeleton = !viewerState.skeleton;
    },
  },
  {
    id: 'viewer.fit',
    group: 'viewer',
    title: () => TEXTS.viewer.pane.fit,
    keys: ['.'],
    where: WITH_JOBS,
    available: withModel,
    run: () => viewerState.viewer?.fit(),
  },
  {
    id: 'viewer.compare',
    group: 'viewer',
    title: () => TEXTS.viewer.compare.title,
    keys: ['C'],
    where: WITH_JOBS,
    available: () => (canCompareSelected() ? withModel() : C.reasons.twoToCompare),
    run: toggleCompare,
  },
];
