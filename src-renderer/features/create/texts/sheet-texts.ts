import { formatCount } from '../../../app/language/format.ts';
import { pluralize } from '../../../app/language/pluralize.ts';

/** Texts of the drop sheet and the prompt field. */
export const SHEET_TEXTS = {
  title: (files: number, jobs: number) =>
    jobs === 0
      ? 'No new jobs'
      : files === jobs
        ? pluralize(jobs, 'job')
        : `${pluralize(files, 'file')}, ${pluralize(jobs, 'job')}`,
  lead: 'Nothing is sent or charged until you add these jobs.',
  slots: { front: 'Front', left: 'Left', back: 'Back', right: 'Right' },
  set: (views: number) => `one model from ${pluralize(views, 'view')}`,
  broken: 'A set needs a front view and at least one more view.',
  split: (count: number) => `Split into ${count} jobs`,
  emptySlot: (slot: string) => `${slot}: no image`,
  moveMenu: (name: string) => `Move ${name}`,
  swapWith: (slot: string) => `Move to ${slot}`,
  separate: 'Make a separate job',
  joinSet: (set: string, slot: string) => `Add to ${set} as ${slot}`,
  joinOne: (name: string) => `Make a set with ${name}`,
  drop: (name: string) => `Remove ${name}`,
  kinds: {
    picture: 'one image, one model',
    model: 'model file',
    prompt: 'from a prompt',
    views: 'one model',
  },
  pixels: (width: number, height: number) => `${formatCount(width)} × ${formatCount(height)} px`,
  tooSmall: 'Too small for details. Use a larger image.',
  hint: 'Drag an image to another slot or onto a single job to regroup. The menu of each image does the same.',
  more: (count: number) => `${count} more…`,
  duplicates: (count: number) => `${pluralize(count, 'duplicate')} skipped`,
  sameJob: (name: string, recipe: string) => `same as ${name}, made with ${recipe}`,
  sameSource: 'same as another file in this drop',
  show: 'Show',
  addAnyway: 'Add anyway',
  addAllAnyway: 'Add all anyway',
  refused: (count: number) => `${pluralize(count, 'file')} can’t be used`,
  recipe: 'Recipe',
  service: 'Service',
  perJob: (jobs: number) => pluralize(jobs, 'job'),
  underCap: 'Left in today’s limit',
  duration: (time: string, jobs: number) =>
    jobs === 1 ? `The last job with this recipe took ${time}.` : `About ${time} per job, as in the last ${jobs} jobs.`,
  durationOfAll: (time: string) => `About ${time} for all.`,
  planned: 'Cost by step',
  ways: {
    title: 'Ways to stay within the limits',
    fewer: (jobs: number) => `Add only ${pluralize(jobs, 'job')}`,
    variants: (count: number) => `Make ${pluralize(count, 'variant')} per source`,
    recipe: (title: string) => `Use ${title}`,
    here: 'Use this computer',
    anyway: 'Add all anyway',
  },
  excess: (count: number) => `${pluralize(count, 'source')} left out to stay within the limits`,
  includeExcess: 'Add all',
  footFree: 'Free: nothing is charged.',
  add: (jobs: number) => (jobs === 0 ? 'Add jobs' : `Add ${pluralize(jobs, 'job')}`),
  working: 'Checking for duplicates…',
  none: 'All files were skipped.',
  drag: {
    sets: 'Images named front, left, back and right become one model. You can review jobs and prices before anything is sent.',
    onRecipe: 'Drop anywhere or on a recipe',
    here: 'drop here',
  },
  describe: {
    command: 'Describe a model',
    field: 'Describe a model or paste a link',
    help: 'A prompt generates a model from text. A link downloads the image or model it points to.',
    add: 'Generate',
  },
} as const;
