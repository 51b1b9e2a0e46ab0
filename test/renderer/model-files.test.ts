import { describe, expect, it } from 'vitest';
import type { Artifact } from '../../src-shared/job.ts';
import { listModels, pickModel } from '../../src-renderer/state/model-files.ts';

const file = (id: string, fields: Partial<Artifact>): Artifact => ({
  id,
  format: 'glb',
  role: 'model',
  name: id,
  bytes: 1,
  sha256: '',
  exported: true,
  inLibrary: true,
  ...fields,
});

const job = {
  artifacts: [
    file('raw', { exported: false }),
    file('preview', { role: 'preview', format: null, exported: false }),
    file('fbx', { format: 'fbx' }),
    file('final', {}),
    file('stl', { format: 'stl', exported: false }),
  ],
};

describe('the model files of a job', () => {
  it('are listed as they were exported, then what led there', () => {
    expect(listModels(job).map(({ id }) => id)).toEqual(['final', 'fbx', 'raw', 'stl']);
    expect(job.artifacts[0]?.id).toBe('raw');
  });

  it('show the wanted one while it is there', () => {
    expect(pickModel(job, 'fbx')?.id).toBe('fbx');
    expect(pickModel(job, 'of another job')?.id).toBe('final');
    expect(pickModel({ artifacts: [] }, 'fbx')).toBeNull();
  });
});
