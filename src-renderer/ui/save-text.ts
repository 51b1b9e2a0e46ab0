import { saveBlob } from './save-blob.ts';

/** Saves text as a file through a browser download. */
export function saveText(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}
