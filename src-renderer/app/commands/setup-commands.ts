import type { SettingsView } from '../../../src-shared/settings/settings.ts';
import { always, type Command } from './command.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../language/language.ts';
import { recipeTitle } from '../../features/recipes/recipe-facts.ts';
import { recipes } from '../../features/recipes/recipes.svelte.ts';
import { setup } from '../setup.svelte.ts';
import { SETTINGS_SECTIONS } from '../settings-section.ts';
import { navigation } from '../navigation.svelte.ts';
import { TEXTS } from '../language/texts.ts';
import { THEME_LABELS } from '../language/labels.ts';

const C = TEXTS.commands;

/** Commands for service, recipe and output, every section of the settings, theme and language. */
export const setupCommands = (): readonly Command[] => [
  ...recipes.list.map((recipe): Command => ({
    // Recipes have ids of any words, such as `import`.
    id: `recipe.use.${recipe.id}`,
    group: 'recipe',
    title: () => C.useRecipe(recipeTitle(recipe)),
    available: () => (!recipe.recipes ? C.reasons.broken : recipe.id === recipes.id ? C.reasons.chosen : true),
    run: () => {
      recipes.choose(recipe.id);
    },
  })),
  {
    id: 'recipe.import',
    group: 'recipe',
    title: () => C.recipeFile,
    available: always,
    run: () => void recipes.chooseFile(),
  },
  ...(['local', 'cloud'] as const).map((service): Command => ({
    id: `service.${service}`,
    group: 'service',
    title: () => C.useService(TEXTS.service[service]),
    available: () => setup.settings?.service !== service || C.reasons.chosen,
    run: () => {
      if (service === 'cloud' && !setup.settings?.key.present) navigation.open('key');
      else void setup.change({ service });
    },
  })),
  {
    id: 'service.key',
    group: 'service',
    title: () => (setup.settings?.key.present ? TEXTS.service.changeKey : TEXTS.service.addKey),
    available: always,
    run: () => {
      navigation.open('key');
    },
  },
  {
    id: 'service.rehearse',
    group: 'service',
    title: () => C.rehearse,
    available: always,
    run: () => void setup.change({ rehearsal: !(setup.settings?.rehearsal ?? false) }),
  },
  ...SETTINGS_SECTIONS.map((section): Command => ({
    id: `settings.${section}`,
    group: 'settings',
    title: () => C.set(TEXTS.settings.sections[section]),
    available: always,
    run: () => {
      navigation.showSettings(section);
    },
  })),
  ...(Object.keys(THEME_LABELS) as SettingsView['theme'][]).map((theme): Command => ({
    id: `theme.${theme}`,
    group: 'settings',
    title: () => C.theme(THEME_LABELS[theme]),
    available: () => setup.settings?.theme !== theme || C.reasons.chosen,
    run: () => void setup.change({ theme }),
  })),
  ...(['system', ...LANGUAGES] as const).map((language): Command => ({
    id: `language.${language}`,
    group: 'settings',
    title: () => C.language(language === 'system' ? TEXTS.settings.general.systemLanguage : LANGUAGE_NAMES[language]),
    available: () => setup.settings?.language !== language || C.reasons.chosen,
    run: () => void setup.change({ language }),
  })),
  {
    id: 'settings.exportFolder',
    group: 'settings',
    title: () => C.changeExport,
    available: always,
    run: () => void changeExportFolder(),
  },
];

/** Lets the user choose the output folder: in the system's dialog, or by typing a path in a browser. */
export async function changeExportFolder(): Promise<void> {
  if (!(await setup.chooseFolder())) navigation.open('folder');
}
