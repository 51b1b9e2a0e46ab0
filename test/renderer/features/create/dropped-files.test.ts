import { expect, test } from 'vitest';
import { relativeNameOf } from '../../../../src-renderer/app/bridge/relative-name.ts';
import { readDataTransfer } from '../../../../src-renderer/features/create/dropped-files.ts';

/** A file or folder as the File and Directory Entries API of a browser gives it: at most two entries per batch. */
function toEntry(name: string, content: string | readonly object[]): object {
  if (typeof content === 'string') {
    const file = new File([content], name);
    return { name, isDirectory: false, file: (resolve: (file: File) => void) => void resolve(file) };
  }
  return {
    name,
    isDirectory: true,
    createReader: () => {
      const left = [...content];
      return { readEntries: (resolve: (batch: object[]) => void) => void resolve(left.splice(0, 2)) };
    },
  };
}

function toTransfer(...entries: object[]): DataTransfer {
  const items = entries.map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    getAsFile: () => ('isDirectory' in entry && entry.isDirectory ? null : new File([''], (entry as File).name)),
  }));
  return { items } as unknown as DataTransfer;
}

test('a dropped folder gives its images, models and prompts, but no notes and no hidden files', async () => {
  const chairs = toEntry('chairs', [
    toEntry('oak.png', 'x'),
    toEntry('readme.txt', 'notes'),
    toEntry('red.prompt', 'a red chair'),
    toEntry('.hidden.png', 'x'),
    toEntry('.thumbnails', [toEntry('oak.png', 'x')]),
    toEntry('old', [toEntry('README.TXT', 'notes'), toEntry('stool.glb', 'x')]),
  ]);
  const { files, emptyFolders } = await readDataTransfer(
    toTransfer(chairs, toEntry('notes', [toEntry('notes.txt', 'x')]), toEntry('chair.txt', 'a chair')),
  );
  // A text that is dropped itself is a prompt.
  expect(files.map(relativeNameOf)).toEqual([
    'chairs/oak.png',
    'chairs/red.prompt',
    'chairs/old/stool.glb',
    'chair.txt',
  ]);
  expect(emptyFolders).toEqual(['notes']);
});
