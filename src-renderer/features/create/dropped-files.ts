import { setRelativeName } from '../../app/bridge/relative-name.ts';
import { isFolderSource } from '../../../src-shared/formats/formats.ts';

/** Result of a drop or paste: files, and names of folders without usable files. */
export interface DroppedItems {
  readonly files: readonly File[];
  readonly emptyFolders: readonly string[];
}

/**
 * Reads the files of a drop or paste in a browser, including all subfolders. Call it synchronously in the event
 * handler: the items are not available afterwards. In folders, hidden files, plain texts and unsupported files are skipped.
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
    if (entry.name.startsWith('.')) continue;
    const name = `${path}/${entry.name}`;
    if (entry.isDirectory) found.push(...(await walk(entry as FileSystemDirectoryEntry, name)));
    else if (isFolderSource(entry.name)) {
      const file = await new Promise<File>((resolve, reject) => {
        (entry as FileSystemFileEntry).file(resolve, reject);
      });
      setRelativeName(file, name);
      found.push(file);
    }
  }
  return found;
}

/** Lists all entries. A reader returns at most 100 entries per call and an empty batch at the end. */
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
