import type { OperationName } from '../../src-shared/api/operations.ts';
import type { ErrorCode } from '../../src-shared/errors.ts';
import { FORMAT_ROWS } from '../../src-shared/formats.ts';
import type { ServiceState } from '../../src-shared/ipc/contract.ts';
import type { Job, JobStatus, JobStep, Money, Priority } from '../../src-shared/job.ts';
import type { SettingsView } from '../../src-shared/settings.ts';
import { formatAmount, formatBytes } from './format.ts';
import type { SourceKind } from '../../src-shared/source-kind.ts';
import type { Group } from './job-facts.ts';
import type { Filter } from './queue-lines.ts';

/** States of a job, as rows and the inspector say them. */
export const STATE_WORDS: Readonly<Record<JobStatus, string>> = {
  waiting: 'Waiting',
  uploading: 'Uploading',
  queued: 'Queued at the service',
  running: 'Running',
  downloading: 'Downloading',
  verifying: 'Verifying',
  exporting: 'Exporting',
  done: 'Done',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  held: 'Held for confirmation',
  paused: 'Paused',
  offline: 'Offline',
  cancelled: 'Cancelled',
};

/** Heads of the groups. */
export const GROUP_WORDS: Readonly<Record<Group, string>> = {
  needs_you: 'Needs you',
  running: 'Running',
  waiting: 'Waiting',
  finished: 'Finished',
};

/** The filters of the queue. */
export const FILTER_WORDS: Readonly<Record<Filter, string>> = {
  all: 'All',
  active: 'Active',
  needs_you: 'Needs you',
  failed: 'Failed',
  done: 'Done',
};

/** What an amount means. */
export const MONEY_WORDS: Readonly<Record<Money['kind'], string>> = {
  free: 'free',
  estimate: 'estimate',
  held: 'held',
  charged: 'charged',
  back: 'back',
  not_charged: 'not charged',
  maybe_paid: 'maybe paid',
  not_known: 'not known',
};

/** The state of the service. */
export const SERVICE_WORDS: Readonly<Record<ServiceState['status'], string>> = {
  starting: 'starting',
  ready: 'ready',
  offline: 'not reachable',
  refused: 'key refused',
  no_key: 'no key',
};

/** What a job is made of. */
export const KIND_WORDS: Readonly<Record<SourceKind, string>> = {
  picture: 'Picture',
  views: 'Views',
  prompt: 'Prompt',
  model: 'Model file',
};

/** What a job is made of; of views how many: `4 views`. */
export function kindTitle({ kind, views }: Pick<Job, 'kind' | 'views'>): string {
  return views > 0 ? countWords(views, 'view') : KIND_WORDS[kind];
}

/** What a job is made of, and how large that is: `4 views, 1.20 MB`; words weigh nothing worth saying. */
export function kindWords(job: Pick<Job, 'kind' | 'views' | 'sourceBytes'>): string {
  return job.kind === 'prompt' ? kindTitle(job) : `${kindTitle(job)}, ${formatBytes(job.sourceBytes)}`;
}

/** Themes. */
export const THEME_WORDS: Readonly<Record<SettingsView['theme'], string>> = {
  system: 'System',
  dark: 'Dark',
  light: 'Light',
  contrast: 'High contrast',
};

/** How soon a job is taken in hand. */
export const PRIORITY_WORDS: Readonly<Record<Priority, string>> = { high: 'High', normal: 'Normal', low: 'Low' };

/** Regions by where their service is operated. */
export const DEPLOYMENT_WORDS = { international: 'International', china: 'China' } as const;

/** A failure in the few words a row has room for. */
export const REASON_WORDS: Readonly<Record<ErrorCode, string>> = {
  not_a_picture: 'Not a picture',
  not_a_text: 'Not a text',
  prompt_too_long: 'Too long',
  source_replaced: 'Replaced',
  sidecar_wrong: 'Sidecar wrong',
  front_missing: 'Front missing',
  half_written: 'Half written',
  folder_feeds_itself: 'Would feed itself',
  folder_watched_elsewhere: 'Watched elsewhere',
  folder_gone: 'Folder gone',
  not_a_model: 'Not a readable model',
  file_empty: 'The file is empty',
  file_truncated: 'The file ends too early',
  picture_too_large: 'Picture too large',
  file_too_large: 'File too large',
  file_missing: 'The file is gone',
  file_unreadable: 'The file cannot be read',
  folder_without_pictures: 'No pictures inside',
  unsupported_file: 'Not a picture or model',
  disk_full: 'The disk is full',
  folder_unwritable: 'Folder not writable',
  invalid_api_key: 'The key was refused',
  no_api_key: 'No key',
  insufficient_credits: 'Not enough credits',
  balance_low: 'Balance is low',
  over_cap: 'Above a limit',
  needs_yes: 'Needs your yes',
  bad_request: 'Order not accepted',
  moderation: 'Rejected by moderation',
  queue_timeout: 'Waited too long',
  task_failed: 'No model came out',
  not_riggable: 'Cannot get a skeleton',
  task_missing: 'Order not known any more',
  found_over: 'Found without a model',
  outcome_unknown: 'No answer',
  rate_limited: 'Asked to wait',
  offline: 'Service not reachable',
  service_error: 'Fault at the service',
  local_service_down: 'Local service stopped',
  download_failed: 'Download failed',
  result_damaged: 'File arrived damaged',
  library_damaged: 'Library file changed',
  too_many_files: 'Too many files',
  home_locked: 'Already running',
  port_taken: 'Port in use',
  program_missing: 'Program not found',
  bridge_failed: 'Bridge failed',
  config_invalid: 'Configuration unusable',
  queue_rebuilt: 'List of jobs made anew',
  not_found: 'Not there any more',
  bug: 'Fault inside Dropforge',
};

/** The state in the row: the step's own verb while it runs, refund or not once it failed. */
export function stateWords(job: Pick<Job, 'status' | 'steps' | 'step' | 'money'>): string {
  const step = job.steps[job.step];
  if (job.status === 'running' && step) return stepVerb(step);
  if (job.status === 'failed' && job.money.kind === 'back') return 'Failed, refunded';
  if (job.status === 'failed' && job.money.kind === 'not_charged') return 'Failed, not charged';
  return STATE_WORDS[job.status];
}

/** Every operation: what a step does while it runs, and what it makes, as a name. */
const OPERATION_WORDS: Readonly<Record<OperationName, readonly [verb: string, title: string]>> = {
  text_to_model: ['Building model', 'Model'],
  image_to_model: ['Building model', 'Model'],
  multiview_to_model: ['Building model', 'Model'],
  text_to_image: ['Drawing picture', 'Picture'],
  image_to_image: ['Drawing picture', 'Picture'],
  generate_multiview_image: ['Drawing views', 'Views'],
  edit_multiview_image: ['Editing views', 'Views'],
  image_to_splat: ['Building splat', 'Splat'],
  texture_model: ['Painting', 'Texture'],
  refine_model: ['Refining', 'Refine'],
  stylize_model: ['Stylizing', 'Stylize'],
  convert_model: ['Converting', 'Convert'],
  import_model: ['Importing', 'Import'],
  rig_check: ['Checking rig', 'Rig check'],
  rig_model: ['Rigging', 'Rig'],
  retarget_animation: ['Animating', 'Animation'],
  segment_mesh: ['Segmenting', 'Segment'],
  complete_mesh: ['Completing', 'Complete'],
  decimate_mesh: ['Decimating', 'Decimate'],
  unwrap_uv: ['Unwrapping', 'Unwrap'],
  smart_segment: ['Segmenting', 'Segment'],
};

/** What a step does while it runs. */
export function stepVerb({ operation, format }: Pick<JobStep, 'operation' | 'format'>): string {
  const [verb] = OPERATION_WORDS[operation];
  return operation === 'convert_model' && format ? `${verb} to ${FORMAT_ROWS[format].title}` : verb;
}

/** What a step makes, as a name. */
export function stepTitle({ operation, format }: Pick<JobStep, 'operation' | 'format'>): string {
  return operation === 'convert_model' && format ? FORMAT_ROWS[format].title : OPERATION_WORDS[operation][1];
}

/** What an operation makes, as a name; one this page does not know keeps its own. */
export function operationTitle(operation: string): string {
  return Object.hasOwn(OPERATION_WORDS, operation) ? OPERATION_WORDS[operation as OperationName][1] : operation;
}

/** The amount column of a row: the number and what it means. */
export function moneyWords(money: Money): { readonly amount: string; readonly meaning: string } {
  if (money.kind === 'not_known') return { amount: '–', meaning: MONEY_WORDS.not_known };
  if (money.kind === 'back')
    return { amount: formatAmount(money.amount), meaning: `${formatAmount(money.back)} ${MONEY_WORDS.back}` };
  return { amount: formatAmount(money.amount), meaning: MONEY_WORDS[money.kind] };
}

/** What was charged, as a sentence; `failed`: of a job that ended without its model. */
export function chargeSentence({ kind, amount, back }: Money, failed = false): string {
  const sum = formatAmount(amount);
  if (failed && kind === 'charged') {
    return `${Number(back) === 0 ? '' : `${formatAmount(back)} came back. `}${sum} stays charged for finished steps.`;
  }
  switch (kind) {
    case 'free':
      return 'Nothing was charged: this computer works free.';
    case 'estimate':
    case 'not_charged':
      return 'Nothing was charged.';
    case 'held':
      return `${sum} is held.`;
    case 'charged':
      return `${sum} was charged.`;
    case 'back':
      return `${formatAmount(back)} came back.${Number(amount) === 0 ? '' : ` ${sum} stays charged for finished steps.`}`;
    case 'maybe_paid':
      return `${sum} may be charged.`;
    case 'not_known':
      return 'What was charged is not known.';
  }
}

/** An amount and its meaning in one breath: `120.00 charged`, `110.00 back`, `free`. */
export function chargeWords(money: Money): string {
  const { amount, meaning } = moneyWords(money);
  return ['free', 'back', 'not_known'].includes(money.kind) ? meaning : `${amount} ${meaning}`;
}

/** A row as a screen reader says it: “lantern.png, outcome unknown, 110.00 maybe paid”. */
export function rowName(job: Pick<Job, 'name' | 'status' | 'steps' | 'step' | 'money' | 'priority'>): string {
  const priority = job.priority === 'normal' ? '' : `, ${PRIORITY_WORDS[job.priority].toLowerCase()} priority`;
  return `${job.name}, ${stateWords(job).toLowerCase()}, ${chargeWords(job.money)}${priority}`;
}

/** Something and how many: `3 jobs`, `1 job`. */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
