import { expect, it } from 'vitest';
import { renameJob, splitJobName } from '../../../src-shared/jobs/job-name.ts';

it('a job keeps the ending that says what its source is, whether it is typed or not', () => {
  expect(renameJob('tree.png', 'big oak')).toBe('big oak.png');
  expect(renameJob('tree.png', 'big oak.PNG')).toBe('big oak.png');
  expect(renameJob('tree (2 of 4).jpeg', 'oak v1.2')).toBe('oak v1.2.jpeg');
  expect(renameJob('tree.png', '.png')).toBe('.png.png');
});

it('what is no ending of a source belongs to the name', () => {
  expect(splitJobName('young_fox')).toEqual({ base: 'young_fox', ending: '' });
  expect(splitJobName('a chair of 1.5 m')).toEqual({ base: 'a chair of 1.5 m', ending: '' });
  expect(splitJobName('.png')).toEqual({ base: '.png', ending: '' });
  expect(renameJob('a chair of 1.5 m', 'chair')).toBe('chair');
});
