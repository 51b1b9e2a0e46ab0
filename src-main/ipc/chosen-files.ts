import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../../src-shared/base/errors.ts';
import { message, type Message } from '../../src-shared/messages/message.ts';
import type { Desktop } from '../app-deps.ts';

/**
 * How the page names a file: by the id of one that was chosen, by a path where there is no dialog, or as the one that is
 * in use.
 */
type FileName = { readonly chosen: string } | { readonly typed: string } | { readonly kept: true };

/** Files that the user chose in the dialog of the system since the start. The page knows them by id. */
export interface ChosenFiles {
  /** Opens the dialog; null: there is none, or it was canceled. */
  choose(title: string): Promise<{ readonly id: string; readonly name: string } | null>;
  /**
   * The whole path of a file; `present` is the one in use. Throws `config_invalid` about `subject` for any other, and for a
   * kept file if none is in use.
   */
  find(file: FileName, subject: Message, present?: string): string;
}

/** Starts without files. */
export function createChosenFiles({ chooseFile }: Pick<Desktop, 'chooseFile'>): ChosenFiles {
  const chosen = new Map<string, string>();
  return {
    choose: async (title) => {
      const file = (await chooseFile?.(title)) ?? null;
      if (file === null) return null;
      const id = randomUUID();
      chosen.set(id, file);
      return { id, name: path.basename(file) };
    },
    find: (file, subject, present) => {
      if ('kept' in file && present !== undefined) return present;
      const typed = 'typed' in file && !chooseFile ? file.typed : undefined;
      const at = 'chosen' in file ? chosen.get(file.chosen) : typed;
      if (at !== undefined && path.isAbsolute(at)) return at;
      const detail = chooseFile ? 'generator-settings.choose-again' : 'generator-settings.whole-path';
      throw new AppError('config_invalid', message(detail), { subject });
    },
  };
}
