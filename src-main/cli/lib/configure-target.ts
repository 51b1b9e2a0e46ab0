import {
  parseImportText,
  formatImportValue,
  type ImportSetting,
  type ImportValue,
} from '../../../src-shared/delivery/import-value.ts';
import { getImportSetting, listImportSettings } from '../../../src-shared/delivery/import-settings.ts';
import type { InstallationFilter } from '../../dcc/bridges/bridge-locations.ts';
import { readTargetSettings, setTargetSettings } from '../../dcc/targets/target-settings.ts';
import type { Target } from '../../dcc/targets/target.ts';
import type { CommandResult } from './output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { UsageError } from './usage-error.ts';

/**
 * Changes how a program imports models, or shows it where there are no `words`, each `KEY=VALUE`; `KEY=` resets a setting.
 * Throws `config_invalid` and changes nothing where one is wrong.
 */
export async function configureTarget(
  target: Target,
  choice: InstallationFilter,
  words: readonly string[],
): Promise<CommandResult> {
  const changes = Object.fromEntries(words.map((word) => readWord(target, word)));
  const { values, formats } =
    words.length === 0 ? await readTargetSettings(target, choice) : await setTargetSettings(target, choice, changes);
  const settings = listImportSettings(target.name);
  const lines = settings.map((setting) => describe(setting, values[setting.key] ?? setting.fallback, formats));
  return { data: { target: target.name, settings: values }, text: lines.join('') };
}

function readWord({ name, title }: Target, word: string): [string, unknown] {
  const at = word.indexOf('=');
  if (at > 0)
    return [word.slice(0, at), parseImportText(getImportSetting(name, word.slice(0, at)), word.slice(at + 1))];
  throw new UsageError(`“${maskControlCharacters(word)}” is not a setting of ${title}. Write KEY=VALUE.`);
}

function describe(setting: ImportSetting, value: ImportValue | readonly string[], formats: readonly string[]): string {
  const shown = formatImportValue(typeof value === 'object' ? [...value] : value);
  const choices = {
    formats: () => `: ${formats.join(', ')}`,
    switch: () => ': on, off',
    choice: () => (setting.kind === 'choice' ? `: ${setting.choices.map((each) => each.value).join(', ')}` : ''),
    number: () => '',
    text: () => '',
  }[setting.kind]();
  return `${setting.key}=${maskControlCharacters(shown)}\n    ${setting.title}${choices}. ${setting.help}\n`;
}
