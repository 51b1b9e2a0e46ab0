import { setRelativeName } from '../../app/bridge/relative-name.ts';
import { sourceKindOf } from '../../../src-shared/formats/formats.ts';

/** What a drop or paste brought: files, and names of folders that hold nothing to make a model of. */
export interface DroppedItems {
  readonly files: readonly File[];
  readonly emptyFolders: readonly string[];
}

/**
 * Files of a drop or paste in a browser, folders walked through to the bottom. Call it while the event is handled: the
 * items are gone afterwards. Inside folders only names that promise an image or model are taken.
 */
export async function readDataTransfer(transfer: DataTransfer): Promise<DroppedItems> {
  const roots = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: File[] = [];
  const emptyFolders: string[] = [];
  for (const { entry, file } of roots) {
    if (entry?.isDirectory) {
      const inside = await walk(entry as FileSystemDirectoryEntry, entry.name);
      if (inside.length === 0) emptyFolders.push(entry.name);
      files.push(...inside);
    } else if (file) files.push(file);
  }
  return { files, emptyFolders };
}

async function walk(folder: FileSystemDirectoryEntry, path: string): Promise<File[]> {
  const found: File[] = [];
  for (const entry of await listEntries(folder)) {
    const name = `${path}/${entry.name}`;
    if (entry.isDirectory) found.push(...(await walk(entry as FileSystemDirectoryEntry, name)));
    else if (sourceKindOf(entry.name)) {
      const file = await new Promise<File>((resolve, reject) => {
        (entry as FileSystemFileEntry).file(resolve, reject);
      });
      setRelativeName(file, name);
      found.push(file);
    }
  }
  return found;
}

/** A reader hands out a hundred entries at a time; an empty batch is the end. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return entries;
    entries.push(...batch);
  }
}
