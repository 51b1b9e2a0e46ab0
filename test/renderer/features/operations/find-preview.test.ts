import { expect, it } from 'vitest';
import { findPreview } from '../../../../src-renderer/features/operations/find-preview.ts';

it('a face limit is previewed in triangles, a quad as two', () => {
  expect(findPreview('decimate_mesh', { face_limit: 900 })).toEqual({ kind: 'faces', triangles: 900 });
  expect(findPreview('convert_model', { face_limit: 900, quad: true })).toEqual({ kind: 'faces', triangles: 1_800 });
});

it('nothing is previewed without a number, or for some parts only', () => {
  expect(findPreview('decimate_mesh', {})).toBe(null);
  for (const limit of ['many', 0, -5, 1.5]) expect(findPreview('decimate_mesh', { face_limit: limit })).toBe(null);
  expect(findPreview('decimate_mesh', { face_limit: 900, part_names: ['lid'] })).toBe(null);
  expect(findPreview('decimate_mesh', { face_limit: 900, part_names: [] })).not.toBe(null);
});

it('unwrapping is previewed with the checker, other operations are not', () => {
  expect(findPreview('unwrap_uv', {})).toEqual({ kind: 'uv' });
  expect(findPreview('texture_model', {})).toBe(null);
  expect(findPreview('image_to_model', { face_limit: 900 })).toBe(null);
});
