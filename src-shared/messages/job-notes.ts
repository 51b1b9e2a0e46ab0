import type { FilledMessage } from '../api/messages/message-patterns.ts';

/** What main notes of a job by itself; `{1}`, `{2}` … stand for what varies. */
export const JOB_NOTES = [
  // Of skeletons.
  'The skeleton is ready.',
  'The skeleton is ready ({1}).',
  'The rig check did not say whether the model can get a skeleton.',
  'The rig check says that the model can get a skeleton.',
  'The rig check says that the model can get a skeleton ({1}).',
  'The rig check says that the model cannot get a skeleton.',
  // Of what was made before, and of what arrived.
  '{1}: made already in this job, nothing was charged.',
  '{1}: made already in “{2}”, nothing was charged.',
  '{1} names a picture that is not there: {2}.',
  '{1} has a picture that is empty: {2}.',
  '{1} has a picture that ends too early: {2}.',
  '{1} is a PLY without Gaussian splats: it has no “{2}”.',
  '… and {1} more of its pictures.',
  'Not checked: {1}',
  'The job ended before everything was made; what was finished is in the export folder.',
  'What was finished is in the library only. {1}',
  // Of models that were found at the service.
  'A second task of the same order was found: {1}.',
  'Found at the service: task {1}.',
] as const;

/** A note of main; one that is not in the table does not compile. */
export type JobNote = FilledMessage<(typeof JOB_NOTES)[number]>;
