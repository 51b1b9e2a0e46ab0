import { z } from 'zod';
import { AppError } from '../base/errors.ts';
import { message, type MessageOrText } from '../messages/message.ts';

/** Value of a setting in the settings file of a bridge. */
export const importValue = z.union([
  z.string().max(1_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(20)).max(40),
]);

/** Value of a setting. */
export type ImportValue = z.infer<typeof importValue>;

interface Named {
  /** Its name in the settings file and on the command line. */
  readonly key: string;
  readonly title: string;
  /** One or a few sentences. */
  readonly help: string;
}

/** An import setting of a program; `fallback` is the bridge's default. */
export type ImportSetting = Named &
  (
    | { readonly kind: 'formats'; readonly fallback: readonly string[] }
    | { readonly kind: 'switch'; readonly fallback: boolean }
    | { readonly kind: 'number'; readonly fallback: number; readonly least: number; readonly most: number }
    | { readonly kind: 'choice'; readonly fallback: string | number; readonly choices: readonly ImportChoice[] }
    /** `says`: describes a valid text if the pattern does not match. */
    | { readonly kind: 'text'; readonly fallback: string; readonly pattern: RegExp; readonly says: MessageOrText }
  );

/** An option of a choice. */
interface ImportChoice {
  readonly value: string | number;
  readonly title: string;
}

/** Values by setting; a missing one means the bridge's default. */
export type ImportValues = Readonly<Record<string, ImportValue>>;

/**
 * Validates a value of a setting and returns it in the form in which it is saved. `formats` are those the program
 * reads. Throws `config_invalid` with the accepted values.
 */
export function parseImportValue(setting: ImportSetting, given: unknown, formats: readonly string[]): ImportValue {
  const refuse = (says: MessageOrText): never => {
    throw new AppError('config_invalid', says, { subject: message('subject.setting', { name: setting.key }) });
  };
  switch (setting.kind) {
    case 'formats': {
      const wanted = importValue.safeParse(given).data;
      if (!Array.isArray(wanted)) return refuse(message('setting.format-list', { formats }));
      const strange = wanted.find((format) => !formats.includes(format));
      if (strange !== undefined) return refuse(message('setting.format-not-read', { format: strange, formats }));
      return [...new Set(wanted)];
    }
    case 'switch':
      return typeof given === 'boolean' ? given : refuse(message('setting.on-or-off'));
    case 'number': {
      const { least, most } = setting;
      const isInside = typeof given === 'number' && given >= least && given <= most;
      return isInside ? given : refuse(message('setting.number-range', { min: least, max: most }));
    }
    case 'choice': {
      const choice = setting.choices.find(({ value }) => value === given);
      const list = setting.choices.map(({ value, title }) => `${value} (${title})`).join(', ');
      return choice ? choice.value : refuse(message('setting.one-of', { choices: list }));
    }
    case 'text':
      return typeof given === 'string' && given.length <= 200 && setting.pattern.test(given)
        ? given
        : refuse(setting.says);
  }
}

/** Parses a value typed on a command line; an empty text means the default. */
export function parseImportText(setting: ImportSetting, text: string): unknown {
  const typed = text.trim();
  if (typed === '') return setting.fallback;
  switch (setting.kind) {
    case 'formats':
      return typed
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((format) => format !== '');
    case 'switch':
      return { on: true, yes: true, true: true, off: false, no: false, false: false }[typed.toLowerCase()];
    case 'number':
      return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed;
    case 'choice':
      return setting.choices.find(({ value }) => String(value) === typed)?.value ?? typed;
    case 'text':
      return typed;
  }
}

/** Formats a value as users type it. */
export function formatImportValue(value: ImportValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}
