import { saveBlob } from './save-blob.ts';

/** Lets the person save a text as a file, through the browser's own download. */
export function saveText(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}
