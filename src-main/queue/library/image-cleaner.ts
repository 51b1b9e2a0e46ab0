import path from 'node:path';
import { referencesFolder } from '../../pipeline/reference-store.ts';
import type { Disk } from '../../base/files/disk.ts';
import type { System } from '../../base/system.ts';
import type { JobList } from '../job-list/job-list.ts';
import { recipesFolder } from '../recipes/recipe-book.ts';
import { createReferencedImages } from './referenced-images.ts';
import type { Trash } from './trash.ts';

/** Images added within a day are kept: an open form may show one that is not referenced yet. */
const STAYS_MS = 24 * 3_600_000;

/** An image or its thumbnail (`referencePath`, `referenceThumbnail`). */
const KEPT = /^([0-9a-f]{64})\.(png|jpg|webp|bmp|tif|thumb\.webp)$/;

/** The name of the same file while it is being removed. */
const LEAVING = /^\.(.+)\.leaving$/;

/** Files of images that parameters reference, including thumbnails. */
export interface ImageCleaner {
  /** Total bytes, and the bytes not referenced for a day. */
  measure(): Promise<{ readonly bytes: number; readonly freeable: FileSum }>;
  /** Removes images not referenced for a day; rejects if the references cannot be determined. */
  clean(): Promise<FileSum>;
}

interface FileSum {
  readonly files: number;
  readonly bytes: number;
}

interface StoredImage extends FileSum {
  readonly name: string;
}

interface ImageCleanerDeps {
  readonly list: Pick<JobList, 'recent' | 'olderThan' | 'pages' | 'onRecord'>;
  readonly trash: Pick<Trash, 'records'>;
  readonly system: Pick<System, 'disk' | 'clock'>;
  /** The settings as text. */
  settingsText(): string;
}

/** Creates the cleaner for the images of a home. */
export function createImageCleaner(
  home: string,
  { list, trash, system, settingsText }: ImageCleanerDeps,
): ImageCleaner {
  const { disk, clock } = system;
  const folder = referencesFolder(home);
  const findNamed = createReferencedImages({ list, trash, disk, recipesFolder: recipesFolder(home), settingsText });
  const listNames = (): Promise<string[]> => disk.list(folder).catch(() => []);
  const look = (name: string) => disk.stat(path.join(folder, name)).catch(() => null);

  /** Checks that a file can be removed: nothing refers to it, and it was not added recently. */
  const mayGo = async (sha256: string, place: string, named: ReadonlySet<string>): Promise<boolean> => {
    const changedAt = (await look(place))?.changedAt ?? null;
    return changedAt !== null && clock.now() - changedAt > STAYS_MS && !named.has(sha256);
  };
  const findFreeable = async (): Promise<StoredImage[]> => {
    const named = await findNamed();
    const found: StoredImage[] = [];
    for (const name of await listNames()) {
      const [, sha256 = ''] = KEPT.exec(name) ?? [];
      if (sha256 === '' || !(await mayGo(sha256, name, named))) continue;
      found.push({ name, files: 1, bytes: (await look(name))?.bytes ?? 0 });
    }
    return found;
  };
  /** Renames the file before checking it again, so that a concurrent writer either keeps it or writes it again. */
  const letGo = async (name: string): Promise<boolean> => {
    const [kept, aside] = [path.join(folder, name), path.join(folder, asideOf(name))];
    try {
      await disk.rename(kept, aside);
    } catch {
      return false;
    }
    const isFree = await findNamed().then(
      (named) => mayGo(name.slice(0, 64), asideOf(name), named),
      () => false,
    );
    if (isFree) await disk.remove(aside);
    else await putBack(name, disk, folder);
    return isFree;
  };

  const clean = async (): Promise<FileSum> => {
    // Files that an interrupted clean-up had renamed.
    for (const name of await listNames()) {
      const [, own] = LEAVING.exec(name) ?? [];
      if (own !== undefined) await putBack(own, disk, folder);
    }
    const gone: StoredImage[] = [];
    for (const file of await findFreeable()) if (await letGo(file.name)) gone.push(file);
    return sumOf(gone);
  };
  let last: Promise<unknown> = Promise.resolve();

  return {
    measure: async () => {
      const entries = await Promise.all((await listNames()).map(look));
      const bytes = entries.reduce((sum, entry) => sum + (entry?.bytes ?? 0), 0);
      // Nothing is removed if the references cannot be determined.
      return { bytes, freeable: sumOf(await findFreeable().catch(() => [])) };
    },
    // One at a time: one clean-up would restore what another has renamed.
    clean: () => {
      const turn = last.then(clean);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

function asideOf(name: string): string {
  return `.${name}.leaving`;
}

/** A file written again in the meantime has the same content. */
async function putBack(name: string, disk: Disk, folder: string): Promise<void> {
  const [kept, aside] = [path.join(folder, name), path.join(folder, asideOf(name))];
  if ((await disk.stat(kept)) === null) await disk.rename(aside, kept);
  else await disk.remove(aside);
}

function sumOf(files: readonly FileSum[]): FileSum {
  return {
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
