import { expect, test } from 'vitest';
import { saveCapture } from '../../../../../src-renderer/features/viewer/state/save-capture.ts';

test('a video is saved under the name of the model that it shows, although another one is displayed when it is ready', async () => {
  const saved: string[] = [];
  const shown = { name: 'mug.final.png' };
  const made = Promise.withResolvers<Blob>();
  const saving = saveCapture(
    shown.name,
    'webm',
    () => made.promise,
    (name) => void saved.push(name),
  );
  shown.name = 'chair.png';
  made.resolve(new Blob());
  await saving;
  expect(saved).toEqual(['mug.final.webm']);
});

test('what could not be made is not saved', async () => {
  const saved: string[] = [];
  const cancelled = new DOMException('', 'AbortError');
  const make = () => Promise.reject(cancelled);
  await expect(saveCapture('mug', 'png', make, (name) => void saved.push(name))).rejects.toBe(cancelled);
  expect(saved).toEqual([]);
});
