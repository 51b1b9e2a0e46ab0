import { pluralize } from '../../../app/language/pluralize.ts';

/** Texts of the operations view. */
export const OPERATION_VIEW_TEXTS = {
  title: 'Operations',
  open: 'Operations…',
  next: 'Next step',
  back: 'Back',
  credits: 'credits',
  groups: { surface: 'Surface', mesh: 'Mesh', animation: 'Animation', form: 'Style', views: 'Images and views' },
  loading: 'Loading operations…',
  settings: 'Settings of the operation',
  choose: 'Choose an operation from the list.',
  none: 'Select a finished job to see the operations for its result.',
  worksOn: 'Input',
  result: (title: string, step: number) => `${step}. ${title}`,
  task: 'Task',
  why: {
    noModel: 'Needs a model.',
    /** `after`: title of an operation that can be run now. */
    needsFirst: (after: string) => `Run ${after} first.`,
    needsOnly: (operations: string) => `Only for results of ${operations}.`,
    running: 'The job is not finished yet.',
    unfinished: 'Some results of this job are missing. Retry the job first.',
  },
  /** `check`: title of an optional check operation. */
  checkFirst: (check: string) => `Run ${check} first to see if this can succeed.`,
  runFirst: (operation: string) => `Go to ${operation}`,
  compare: 'Compare when finished',
  compareHelp: 'Shows the model before the operation (A) and its result (B) together.',
  /** After a run. */
  compareResult: 'Compare with before',
  lastUsed: 'Last used',
  defaults: 'Defaults',
  toPutRight: (count: number) => `${pluralize(count, 'problem')} to fix. Nothing was sent.`,
  /** `fields`: titles of the fields that have no value yet. */
  toSet: (fields: string) => `To run, set: ${fields}.`,
  show: 'Show',
  run: 'Run',
  /** After a run, until a setting changes. */
  ranWithThese: 'Finished with these settings.',
  runAgain: 'Run again',
  runFor: (price: string) => `Run ${price}`,
  runFree: 'Run, free',
  costs: (price: string) => `${price} credits.`,
  free: 'Free.',
  unknown: 'The price is not known until it is charged.',
  available: (available: string) => `Available credits: ${available}.`,
  ordered: (operation: string, count: number) =>
    count === 1 ? `${operation} started.` : `${operation} started on ${count} models.`,
  /** For several selected models. */
  also: (count: number, leftOut: number) =>
    leftOut === 0
      ? `Runs on ${pluralize(count, 'model')}.`
      : `Runs on ${pluralize(count, 'model')}; ${leftOut} left out, because it does not apply to them or they are at another service.`,
  /** `count`: models that the operation runs on. */
  tooMany: (count: number, leftOut: number) =>
    `Operations run on up to ${pluralize(count, 'model')} at once; ${pluralize(leftOut, 'other selected model')} left out.`,
  made: (operation: string) => `${operation} finished.`,
  came: (operation: string) => `${operation} finished. The viewer shows the result.`,
  asked: {
    title: 'Before and after',
    now: 'now',
    asked: 'requested',
    faces: 'Faces',
    file: 'File',
    triangles: (count: string) => `${count} triangles`,
    atMost: (count: string) => `up to ${count}`,
    usual: 'all defaults',
  },
  request: {
    title: 'Request',
    as: 'as it will be sent',
    later: (fields: string) => `Added when sent: ${fields}.`,
    body: 'Copy body',
    command: 'Copy command',
    copied: 'Copied',
  },
  ask: {
    title: (operation: string, job: string) => `${operation} for ${job}?`,
    body: 'Existing results are kept. This adds one more step to the job.',
  },
  recipe: {
    add: 'Add to recipe…',
    title: (operation: string) => `Add ${operation} to a recipe`,
    lead: 'This operation becomes the last step with the current settings.',
    none: 'You have no custom recipes. Duplicate a built-in recipe first.',
    recipe: 'Recipe',
    copyOf: (recipe: string) => `A copy of ${recipe}`,
    name: 'Name of the copy',
    act: 'Add',
    added: (recipe: string) => `Added to ${recipe}.`,
  },
} as const;
