import { saveBlob } from '../../../ui/save-blob.ts';

/**
 * Makes an image or a video of a model and saves it under the model's name, whichever model is displayed when it is
 * ready. Rejects as `make` does.
 */
export async function saveCapture(
  modelName: string,
  extension: 'png' | 'webm',
  make: () => Promise<Blob>,
  save = saveBlob,
): Promise<void> {
  save(`${modelName.replace(/\.[^.]+$/, '')}.${extension}`, await make());
}
