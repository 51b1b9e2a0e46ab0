import { sourceIntake } from '../../features/create/source-intake.svelte.ts';
import { always, type Command } from './command.ts';
import { firstProject } from '../../features/onboarding/first-project.svelte.ts';
import { fieldHelp } from '../../features/help/field-help.svelte.ts';
import { account } from '../../features/account/account.svelte.ts';
import { openSearch } from '../open-search.ts';
import { focusPane } from '../focus-pane.ts';
import { callOrNotify } from '../notices.svelte.ts';
import { setup } from '../setup.svelte.ts';
import { navigation, type View } from '../navigation.svelte.ts';
import { viewerState } from '../../features/viewer/state/viewer.svelte.ts';
import { targets } from '../../features/targets/targets.svelte.ts';
import { TEXTS } from '../language/texts.ts';

const C = TEXTS.commands;

/** Views with their keys and names, in tab order. */
const VIEW_KEYS: readonly (readonly [view: View, key: string, title: () => string])[] = [
  ['queue', 'Shift 1', () => TEXTS.app.queue],
  ['gallery', 'Shift 2', () => TEXTS.gallery.view],
  ['recipes', 'Shift 3', () => TEXTS.recipeEditor.view],
  ['folders', 'Shift 4', () => TEXTS.folders.view],
  ['account', 'Shift 5', () => TEXTS.account.view],
  ['settings', 'Ctrl ,', () => TEXTS.settings.general.title],
];

/** Commands that open a view, a pane or a dialog, or add sources. */
export const viewCommands = (): readonly Command[] => [
  ...VIEW_KEYS.map(([view, key, title]): Command => ({
    id: `view.${view}`,
    group: 'view',
    title: () => C.show(title()),
    keys: [key],
    ...(key.startsWith('Ctrl') ? { where: 'fields' } : {}),
    available: always,
    run: () => {
      navigation.show(view);
    },
  })),
  {
    id: 'help.commands',
    group: 'help',
    title: () => C.commands,
    keys: ['Ctrl K'],
    where: 'fields',
    offered: false,
    available: always,
    run: () => {
      navigation.open('commands');
    },
  },
  {
    id: 'view.find',
    group: 'view',
    title: () => C.find,
    keys: ['/'],
    available: always,
    run: openSearch,
  },
  {
    id: 'help.keys',
    group: 'help',
    title: () => TEXTS.shortcuts.title,
    keys: ['?'],
    available: always,
    run: () => {
      navigation.open('keys');
    },
  },
  {
    id: 'help.field',
    group: 'help',
    title: () => TEXTS.help.title,
    keys: ['F1'],
    where: 'fields',
    // The palette takes the focus from the field.
    offered: false,
    available: always,
    run: () => {
      fieldHelp.explain();
    },
  },
  {
    id: 'help.firstProject',
    group: 'help',
    title: () => TEXTS.onboarding.project.title,
    available: always,
    run: () => {
      firstProject.start();
    },
  },
  {
    id: 'view.pane',
    group: 'view',
    title: () => TEXTS.shortcuts.nextPane,
    keys: ['F6'],
    repeats: true,
    where: 'fields',
    available: always,
    run: () => {
      focusPane(1);
    },
  },
  {
    id: 'view.paneBefore',
    group: 'view',
    title: () => C.previousPane,
    keys: ['Shift F6'],
    repeats: true,
    where: 'fields',
    available: always,
    run: () => {
      focusPane(-1);
    },
  },
  {
    id: 'view.details',
    group: 'view',
    title: () => TEXTS.app.details,
    keys: ['N'],
    where: ['queue'],
    available: always,
    run: () => {
      navigation.show('queue', !navigation.details);
    },
  },
  {
    id: 'view.back',
    group: 'view',
    title: () => TEXTS.shortcuts.back,
    keys: ['Esc'],
    offered: false,
    available: always,
    run: () => {
      if (viewerState.rival && !navigation.details) viewerState.rival = null;
      else navigation.back();
    },
  },
  {
    id: 'add.files',
    group: 'add',
    title: () => TEXTS.onboarding.choose,
    keys: ['Ctrl O'],
    where: 'fields',
    available: always,
    run: () => {
      sourceIntake.choose();
    },
  },
  ...setup.samples.map(({ name, title }): Command => ({
    id: `add.sample.${name}`,
    group: 'add',
    title: () => C.sample(TEXTS.onboarding.sampleTitle(name, title)),
    available: always,
    run: () => void sourceIntake.addSample(name),
  })),
  {
    id: 'add.folder',
    group: 'add',
    title: () => C.addFolder,
    available: always,
    run: () => {
      navigation.setFolder(null);
    },
  },
  {
    id: 'view.spending',
    group: 'view',
    title: () => C.spending,
    available: always,
    run: () => {
      account.tab = 'orders';
      navigation.show('account');
    },
  },
  {
    id: 'view.found',
    group: 'view',
    title: () => C.found,
    available: always,
    run: () => {
      navigation.open('found');
    },
  },
  {
    id: 'view.programs',
    group: 'view',
    title: () => C.findPrograms,
    available: always,
    run: () => {
      navigation.show('folders');
      void targets.read();
    },
  },
  {
    id: 'view.export',
    group: 'view',
    title: () => C.openExport,
    available: () => setup.canReveal || C.reasons.noReveal,
    run: () => void callOrNotify('exportFolder:reveal', null),
  },
];
