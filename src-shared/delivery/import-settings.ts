import { AppError } from '../base/errors.ts';
import { parseImportValue, type ImportSetting, type ImportValue, type ImportValues } from './import-value.ts';

const FORMATS: ImportSetting = {
  key: 'formats',
  title: 'Formats first',
  help: 'Taken before all others where an asset has them, in this order. None: the order that suits the program best.',
  kind: 'formats',
  fallback: [],
};

const SCALE: ImportSetting = {
  key: 'scale',
  title: 'Scale',
  help: 'Factor on the size of what comes in. At 1 a metre stays a metre.',
  kind: 'number',
  fallback: 1,
  least: 0.0001,
  most: 10_000,
};

const BARE_UNIT: ImportSetting = {
  key: 'bareUnit',
  title: 'Unit of STL',
  help: 'For an STL that comes without a manifest; the format itself names no unit.',
  kind: 'choice',
  fallback: 0.001,
  choices: [
    { value: 0.001, title: 'Millimetres' },
    { value: 0.01, title: 'Centimetres' },
    { value: 0.0254, title: 'Inches' },
    { value: 1, title: 'Metres' },
  ],
};

const BARE_UP = {
  key: 'bareUp',
  title: 'Up axis of OBJ and STL',
  help: 'For a file that comes without a manifest; neither format names its axes.',
  kind: 'choice',
  fallback: 'usual',
  choices: [
    { value: 'usual', title: 'As usual: OBJ Y, STL Z' },
    { value: 'Y', title: 'Y' },
    { value: 'Z', title: 'Z' },
  ],
} as const satisfies ImportSetting;

const MATERIALS: ImportSetting = {
  key: 'materials',
  title: 'Materials',
  help: 'Off: shapes only, without materials and textures.',
  kind: 'switch',
  fallback: true,
};

/** Where assets come to lie in a project; `fallback` is the bridge's own folder. */
function folderSetting(fallback: string, pattern: RegExp, says: string): ImportSetting {
  const help = 'Each model gets a folder of its own below it. What was imported before stays where it is.';
  return { key: 'into', title: 'Folder', help, kind: 'text', fallback, pattern, says };
}

/** What a person chooses about imports, by the program whose bridge reads it: the one place where a setting is declared. */
export const IMPORT_SETTINGS: Readonly<Record<string, readonly ImportSetting[]>> = {
  blender: [
    FORMATS,
    SCALE,
    BARE_UNIT,
    BARE_UP,
    {
      key: 'into',
      title: 'Collection',
      help: 'What comes in lies in this collection, which is made where there is none. Empty: in that of the scene.',
      kind: 'text',
      fallback: '',
      pattern: /^[^\p{Cc}]{0,60}$/u,
      says: 'It is the name of a collection, at most 60 letters.',
    },
    {
      key: 'ownCollection',
      title: 'A collection for each model',
      help: 'Named after the model.',
      kind: 'switch',
      fallback: true,
    },
    MATERIALS,
    {
      key: 'framesView',
      title: 'Show what comes in',
      help: 'The 3D view moves to each new model.',
      kind: 'switch',
      fallback: false,
    },
  ],
  maya: [
    FORMATS,
    SCALE,
    {
      ...BARE_UP,
      title: 'Up axis of OBJ',
      choices: [{ value: 'usual', title: 'As usual: Y' }, ...BARE_UP.choices.slice(1)],
    },
    {
      key: 'material',
      title: 'Materials from USD',
      help: 'What Maya makes of the materials of a USD file.',
      kind: 'choice',
      fallback: 'standardSurface',
      choices: [
        { value: 'standardSurface', title: 'Standard Surface' },
        { value: 'lambert', title: 'Lambert' },
        { value: 'none', title: 'As USD has them' },
      ],
    },
  ],
  max: [FORMATS, SCALE, BARE_UNIT],
  houdini: [FORMATS, SCALE, BARE_UNIT, BARE_UP],
  cinema4d: [FORMATS, SCALE],
  unreal: [
    FORMATS,
    SCALE,
    folderSetting(
      '/Game/Dropforge',
      /^\/Game(\/[A-Za-z0-9_]{1,60}){1,8}$/,
      'It is a folder below /Game, of letters, digits and _.',
    ),
    MATERIALS,
  ],
  unity: [
    FORMATS,
    SCALE,
    folderSetting(
      'Assets/Dropforge',
      /^Assets(\/(?![ .])[^\p{Cc}\\/:*?"<>|~]{1,60}(?<![ .])){1,8}$/u,
      'It is a folder below Assets, such as Assets/Props.',
    ),
    MATERIALS,
  ],
  godot: [
    FORMATS,
    SCALE,
    folderSetting(
      'res://dropforge',
      /^res:\/(\/(?![ .])[^\p{Cc}\\/:*?"<>|%]{1,60}(?<![ .])){1,8}$/u,
      'It is a folder below res://, such as res://props.',
    ),
  ],
};

/** The settings of a program's bridge; none for a program without a bridge. */
export function listImportSettings(program: string): readonly ImportSetting[] {
  return Object.hasOwn(IMPORT_SETTINGS, program) ? (IMPORT_SETTINGS[program] ?? []) : [];
}

/** One of them. Throws `config_invalid` that lists the keys there are. */
export function getImportSetting(program: string, key: string): ImportSetting {
  const settings = listImportSettings(program);
  const found = settings.find((setting) => setting.key === key);
  if (found) return found;
  const keys = settings.map((setting) => setting.key).join(', ');
  const detail = keys === '' ? 'Files are given to it one by one; it has no settings here.' : `There are ${keys}.`;
  throw new AppError('config_invalid', detail, { subject: `The setting “${key}”` });
}

/** Checked changes, as they are written down. Throws `config_invalid` for a key or a value that a program does not take. */
export function parseImportChanges(
  program: string,
  changes: Readonly<Record<string, unknown>>,
  formats: readonly string[],
): ImportValues {
  const entries = Object.entries(changes).map(([key, given]): [string, ImportValue] => {
    return [key, parseImportValue(getImportSetting(program, key), given, formats)];
  });
  return Object.fromEntries(entries);
}

/** What a settings file says, setting by setting; what makes no sense there counts as not chosen, as for the bridges. */
export function parseImportValues(
  program: string,
  written: Readonly<Record<string, unknown>>,
  formats: readonly string[],
): ImportValues {
  const entries = listImportSettings(program).map((setting): [string, ImportValue] => {
    const fallback: ImportValue = setting.kind === 'formats' ? [...setting.fallback] : setting.fallback;
    try {
      const given = Object.hasOwn(written, setting.key) ? written[setting.key] : fallback;
      return [setting.key, parseImportValue(setting, given, formats)];
    } catch {
      return [setting.key, fallback];
    }
  });
  return Object.fromEntries(entries);
}
