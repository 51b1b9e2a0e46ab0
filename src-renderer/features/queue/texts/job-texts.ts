import type { ServiceState } from '../../../../src-shared/ipc/contract.ts';
import type { JobStatus, Money, Priority } from '../../../../src-shared/jobs/job.ts';
import type { SettingsView } from '../../../../src-shared/settings/settings.ts';
import type { SourceKind } from '../../../../src-shared/formats/source-kind.ts';
import { countWords } from '../../../app/language/count-words.ts';
import type { QueueGroup } from '../../../../src-shared/jobs/queue-groups.ts';
import type { Filter } from '../queue-lines.ts';

/** Words for what a job, its money, the service and the settings can be. */
export const JOB_TEXTS = {
  states: {
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
  } satisfies Record<JobStatus, string>,
  failed: { refunded: 'Failed, refunded', notCharged: 'Failed, not charged' },
  groups: {
    needs_you: 'Needs you',
    running: 'Running',
    waiting: 'Waiting',
    finished: 'Finished',
  } satisfies Record<QueueGroup, string>,
  filters: {
    all: 'All',
    active: 'Active',
    needs_you: 'Needs you',
    failed: 'Failed',
    done: 'Done',
  } satisfies Record<Filter, string>,
  money: {
    free: 'free',
    estimate: 'estimate',
    held: 'held',
    charged: 'charged',
    back: 'back',
    not_charged: 'not charged',
    maybe_paid: 'maybe paid',
    not_known: 'not known',
  } satisfies Record<Money['kind'], string>,
  service: {
    starting: 'starting',
    ready: 'ready',
    offline: 'not reachable',
    refused: 'key refused',
    no_key: 'no key',
  } satisfies Record<ServiceState['status'], string>,
  kinds: {
    picture: 'Picture',
    views: 'Views',
    prompt: 'Prompt',
    model: 'Model file',
  } satisfies Record<SourceKind, string>,
  themes: {
    system: 'System',
    dark: 'Dark',
    light: 'Light',
    contrast: 'High contrast',
  } satisfies Record<SettingsView['theme'], string>,
  priorities: { high: 'High', normal: 'Normal', low: 'Low' } satisfies Record<Priority, string>,
  deployments: { international: 'International', china: 'China' },
  /** What stands between two sentences. */
  gap: ' ',
  /** What money means, with its amount. */
  amount: (amount: string, meaning: string) => `${amount} ${meaning}`,
  views: (count: number) => countWords(count, 'view'),
  sides: (count: number, sides: readonly string[]) => `${countWords(count, 'view')}: ${sides.join(', ')}`,
  prompt: (words: string) => `“${words}”`,
  sized: (kind: string, bytes: string) => `${kind}, ${bytes}`,
  convertingTo: (format: string) => `Converting to ${format}`,
  charge: {
    free: 'Nothing was charged: this computer works free.',
    none: 'Nothing was charged.',
    held: (sum: string) => `${sum} is held.`,
    charged: (sum: string) => `${sum} was charged.`,
    back: (sum: string) => `${sum} came back.`,
    stays: (sum: string) => `${sum} stays charged for finished steps.`,
    maybe: (sum: string) => `${sum} may be charged.`,
    unknown: 'What was charged is not known.',
  },
  row: (name: string, state: string, money: string) => `${name}, ${state.toLowerCase()}, ${money}`,
  rowPriority: { high: ', high priority', normal: '', low: ', low priority' } satisfies Record<Priority, string>,
} as const;
