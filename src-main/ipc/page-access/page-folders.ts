import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import { message, type Message } from '../../../src-shared/messages/message.ts';
import type { Desktop } from '../../app-deps.ts';
import { isInside } from '../../base/files/is-inside.ts';
import { describeFolder } from '../../folders/describe-folder.ts';

/** Decides which folders the page may use. Every path that the page sends passes through it. */
export interface PageFolders {
  /**
   * The folder for a call of the page, as an absolute path; null: no folder was chosen. With a folder dialog of the
   * system, only that dialog names folders: a typed path is refused, unless it was chosen there as a hot folder before, to be
   * added as one. Without one, a typed path must be an allowed folder or below one, after links are resolved; any other is
   * confirmed outside the page where possible. Throws `config_invalid`, `not_confirmed`.
   */
  choose(typed: string | null, purpose: FolderPurpose): Promise<string | null>;
  /** A typed folder as `choose` returns it, but never asks: throws `config_invalid` if it would need a confirmation. */
  check(typed: string, purpose: FolderPurpose): Promise<string>;
  /** The allowed folders that exist; none with a folder dialog. */
  list(): Promise<string[]>;
}

/** What a folder is chosen for. */
type FolderPurpose = 'hot' | 'output';

interface Deps {
  readonly desktop: Pick<Desktop, 'chooseFolder'>;
  /** Absolute folders that may be used by a page without a folder dialog. */
  allowed(): readonly string[];
  /** Asks the person outside the page for another folder; throws `not_confirmed`. Null: it cannot ask. */
  readonly confirm: ((folder: string) => Promise<void>) | null;
}

const TITLES = { hot: 'Hot folder', output: 'Output folder' } as const;

/** Applies the rule of the host: its folder dialog, or the allowed folders. */
export function createPageFolders({ desktop, allowed, confirm }: Deps): PageFolders {
  /** Hot folders that were chosen in the dialog since the start; they are added by a later call. */
  const chosen = new Set<string>();
  /** Folders that were confirmed since the start; once stored, they are allowed anyway. */
  const confirmed = new Set<string>();
  const roots = (): string[] => [...new Set([...allowed(), ...confirmed])];
  const toFolder = (typed: string, purpose: FolderPurpose): string => {
    if (!path.isAbsolute(typed)) throw refusal(message(`subject.${purpose}-folder`), message('folder.whole-path'));
    return path.resolve(typed);
  };
  const check: PageFolders['check'] = async (typed, purpose) => {
    if (desktop.chooseFolder) {
      if (purpose === 'hot' && chosen.has(typed)) return typed;
      throw refusal(typed, message('folder.dialog-only'));
    }
    const folder = toFolder(typed, purpose);
    if (await isAllowed(folder, roots())) return folder;
    throw refusal(folder, message('folder.not-allowed', { folders: roots().map(describeFolder).join(', '), folder }));
  };
  return {
    check,
    choose: async (typed, purpose) => {
      if (typed === null) {
        const folder = (await desktop.chooseFolder?.(TITLES[purpose])) ?? null;
        if (folder !== null && purpose === 'hot') chosen.add(folder);
        return folder;
      }
      if (!desktop.chooseFolder && confirm) {
        const folder = toFolder(typed, purpose);
        if (!(await isAllowed(folder, roots()))) {
          await confirm(folder);
          confirmed.add(folder);
        }
      }
      return check(typed, purpose);
    },
    list: async () => {
      if (desktop.chooseFolder) return [];
      const folders = roots();
      const found = await Promise.all(folders.map(exists));
      return folders.filter((_, index) => found[index]);
    },
  };
}

async function isAllowed(folder: string, roots: readonly string[]): Promise<boolean> {
  const real = await findRealPath(folder);
  if (real === null) return false;
  for (const root of roots) {
    const realRoot = await findRealPath(root);
    if (realRoot !== null && (real === realRoot || isInside(real, realRoot))) return true;
  }
  return false;
}

/** The path without links, as far as it exists; null if that cannot be known, as behind a broken link. */
async function findRealPath(at: string): Promise<string | null> {
  try {
    return await realpath(at);
  } catch (error) {
    const parent = path.dirname(at);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === at || (await exists(at))) return null;
    const real = await findRealPath(parent);
    return real === null ? null : path.join(real, path.basename(at));
  }
}

/** True if there is an entry, also a link without a target. */
async function exists(at: string): Promise<boolean> {
  return lstat(at).then(
    () => true,
    () => false,
  );
}

function refusal(subject: string | Message, detail: Message): AppError {
  return new AppError('config_invalid', detail, { subject });
}
