import type { ServiceState } from '../../../../src-shared/ipc/calls/service-calls.ts';
import type { JobStatus, Money } from '../../../../src-shared/jobs/job.ts';
import type { Priority } from '../../../../src-shared/jobs/priority.ts';
import type { SettingsView } from '../../../../src-shared/settings/settings.ts';
import type { SourceKind } from '../../../../src-shared/formats/source-kind.ts';
import { pluralize } from '../../../app/language/pluralize.ts';
import type { QueueGroup } from '../../../../src-shared/jobs/queue-groups.ts';
import type { Filter } from '../queue-lines.ts';

/** Labels for jobs, charges, the service and settings. */
export const JOB_TEXTS = {
  states: {
    waiting: 'Waiting',
    uploading: 'Uploading',
    queued: 'Queued',
    running: 'Running',
    downloading: 'Downloading',
    verifying: 'Verifying',
    exporting: 'Exporting',
    done: 'Done',
    failed: 'Failed',
    unknown: 'No confirmation from the service',
    held: 'Needs confirmation',
    paused: 'Paused',
    offline: 'Offline',
    cancelled: 'Cancelled',
  } satisfies Record<JobStatus, string>,
  failed: { refunded: 'Failed, refunded', notCharged: 'Failed, not charged' },
  groups: {
    needs_you: 'Needs attention',
    running: 'Running',
    waiting: 'Waiting',
    finished: 'Finished',
  } satisfies Record<QueueGroup, string>,
  filters: {
    all: 'All',
    active: 'Active',
    needs_you: 'Needs attention',
    failed: 'Failed',
    done: 'Done',
  } satisfies Record<Filter, string>,
  money: {
    free: 'free',
    estimate: 'estimate',
    held: 'held',
    charged: 'charged',
    back: 'refunded',
    not_charged: 'not charged',
    maybe_paid: 'charge unconfirmed',
    not_known: 'price unknown',
  } satisfies Record<Money['kind'], string>,
  service: {
    starting: 'starting…',
    ready: 'ready',
    slow: 'no response yet',
    offline: 'offline',
    refused: 'API key rejected',
    no_key: 'no API key',
  } satisfies Record<ServiceState['status'], string>,
  kinds: {
    picture: 'Image',
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
  /** Separator between two sentences. */
  gap: ' ',
  /** The meaning of a charged amount, and what is held besides. */
  chargedAndHeld: (charged: string, held: string) => `${charged} · ${held}`,
  /** Words about test credits. */
  test: (words: string) => `${words} (test)`,
  /** Amount with its meaning. */
  amount: (amount: string, meaning: string) => `${amount} ${meaning}`,
  views: (count: number) => pluralize(count, 'view'),
  sides: (count: number, sides: readonly string[]) => `${pluralize(count, 'view')}: ${sides.join(', ')}`,
  prompt: (words: string) => `“${words}”`,
  sized: (kind: string, bytes: string) => `${kind}, ${bytes}`,
  convertingTo: (format: string) => `Converting to ${format}`,
  charge: {
    free: 'Nothing was charged. This job is free.',
    none: 'Nothing was charged.',
    held: (sum: string) => `${sum} is held.`,
    charged: (sum: string) => `${sum} was charged.`,
    back: (sum: string) => `${sum} was refunded.`,
    stays: (sum: string) => `${sum} was charged and not refunded.`,
    maybe: (sum: string) => `A charge of ${sum} is unconfirmed.`,
    unknown: 'The charge is not known yet.',
    test: 'These are test credits.',
  },
  row: (name: string, state: string, money: string) => `${name}, ${state.toLowerCase()}, ${money}`,
  rowPriority: { high: ', high priority', normal: '', low: ', low priority' } satisfies Record<Priority, string>,
} as const;
