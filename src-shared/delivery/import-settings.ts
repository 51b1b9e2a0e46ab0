import { AppError } from '../base/errors.ts';
import { parseImportValue, type ImportSetting, type ImportValue, type ImportValues } from './import-value.ts';
import { message, type MessageOrText } from '../messages/message.ts';

const FORMATS: ImportSetting = {
  key: 'formats',
  title: 'Preferred formats',
  help: 'Formats to import first, in this order, if an asset contains several. Leave empty to use the best order for the program.',
  kind: 'formats',
  fallback: [],
};

const SCALE: ImportSetting = {
  key: 'scale',
  title: 'Scale',
  help: 'Scale factor for imported models. 1 keeps the original size.',
  kind: 'number',
  fallback: 1,
  least: 0.0001,
  most: 10_000,
};

const BARE_UNIT: ImportSetting = {
  key: 'bareUnit',
  title: 'STL unit',
  help: 'Unit of STL files without a manifest. The format does not store one.',
  kind: 'choice',
  fallback: 0.001,
  choices: [
    { value: 0.001, title: 'Millimeters' },
    { value: 0.01, title: 'Centimeters' },
    { value: 0.0254, title: 'Inches' },
    { value: 1, title: 'Meters' },
  ],
};

const BARE_UP = {
  key: 'bareUp',
  title: 'OBJ and STL up axis',
  help: 'Up axis of files without a manifest. Neither format stores one.',
  kind: 'choice',
  fallback: 'usual',
  choices: [
    { value: 'usual', title: 'Default (OBJ: Y, STL: Z)' },
    { value: 'Y', title: 'Y' },
    { value: 'Z', title: 'Z' },
  ],
} as const satisfies ImportSetting;

const MATERIALS: ImportSetting = {
  key: 'materials',
  title: 'Materials',
  help: 'Import materials and textures. Turn off to import geometry only.',
  kind: 'switch',
  fallback: true,
};

/** Destination folder of assets in a project; `fallback` is the bridge's default folder. */
function folderSetting(fallback: string, pattern: RegExp, says: MessageOrText): ImportSetting {
  const help = 'Each model is imported into its own subfolder. Models already imported are not moved.';
  return { key: 'into', title: 'Folder', help, kind: 'text', fallback, pattern, says };
}

/** Import settings by the program whose bridge reads them; the only declaration of each setting. */
export const IMPORT_SETTINGS: Readonly<Record<string, readonly ImportSetting[]>> = {
  blender: [
    FORMATS,
    SCALE,
    BARE_UNIT,
    BARE_UP,
    {
      key: 'into',
      title: 'Collection',
      help: 'Parent collection for imported models, created if missing. Leave empty to use the scene collection.',
      kind: 'text',
      fallback: '',
      pattern: /^[^\p{Cc}]{0,60}$/u,
      says: message('setting.collection'),
    },
    {
      key: 'ownCollection',
      title: 'Collection per model',
      help: 'Create a new collection, named after the model, for every import.',
      kind: 'switch',
      fallback: true,
    },
    MATERIALS,
    {
      key: 'framesView',
      title: 'Frame imported models',
      help: 'Frame new models in the 3D Viewport after import.',
      kind: 'switch',
      fallback: false,
    },
  ],
  maya: [
    FORMATS,
    SCALE,
    {
      ...BARE_UP,
      title: 'OBJ up axis',
      choices: [{ value: 'usual', title: 'Default (Y)' }, ...BARE_UP.choices.slice(1)],
    },
    {
      key: 'material',
      title: 'USD materials',
      help: 'Maya material type for materials from USD files.',
      kind: 'choice',
      fallback: 'standardSurface',
      choices: [
        { value: 'standardSurface', title: 'Standard Surface' },
        { value: 'lambert', title: 'Lambert' },
        { value: 'none', title: 'Keep USD materials' },
      ],
    },
  ],
  max: [FORMATS, SCALE, BARE_UNIT],
  houdini: [FORMATS, SCALE, BARE_UNIT, BARE_UP],
  cinema4d: [FORMATS, SCALE],
  unreal: [
    FORMATS,
    SCALE,
    folderSetting('/Game/Dropforge', /^\/Game(\/[A-Za-z0-9_]{1,60}){1,8}$/, message('setting.unreal-folder')),
    MATERIALS,
  ],
  unity: [
    FORMATS,
    SCALE,
    folderSetting(
      'Assets/Dropforge',
      /^Assets(\/(?![ .])[^\p{Cc}\\/:*?"<>|~]{1,60}(?<![ .])){1,8}$/u,
      message('setting.unity-folder'),
    ),
    MATERIALS,
  ],
  godot: [
    FORMATS,
    SCALE,
    folderSetting(
      'res://dropforge',
      /^res:\/(\/(?![ .])[^\p{Cc}\\/:*?"<>|%]{1,60}(?<![ .])){1,8}$/u,
      message('setting.godot-folder'),
    ),
  ],
};

/** Lists the settings of a program's bridge; empty for a program without a bridge. */
export function listImportSettings(program: string): readonly ImportSetting[] {
  return Object.hasOwn(IMPORT_SETTINGS, program) ? (IMPORT_SETTINGS[program] ?? []) : [];
}

/** Returns one setting by its key. Throws `config_invalid` listing the valid keys for an unknown one. */
export function getImportSetting(program: string, key: string): ImportSetting {
  const settings = listImportSettings(program);
  const match = settings.find((setting) => setting.key === key);
  if (match) return match;
  const keys = settings.map((setting) => setting.key).join(', ');
  const detail = keys === '' ? message('target.no-settings') : message('setting.valid', { names: keys });
  throw new AppError('config_invalid', detail, { subject: message('subject.setting', { name: key }) });
}

/**
 * Validates changes before they are saved. Throws `config_invalid` for a key or value that the program does not accept.
 */
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

/** Parses a settings file; as in the bridges, invalid values are replaced by their defaults. */
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
