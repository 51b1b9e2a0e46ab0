import os from 'node:os';
import { describeFinding } from '../../src-shared/doctor/describe-finding.ts';
import type { Finding } from '../../src-shared/doctor/finding.ts';
import { describeError } from '../../src-shared/messages/error-messages.ts';
import { formatLogLine, type LogLine } from '../../src-shared/base/log-line.ts';
import type { Settings } from '../../src-shared/settings/settings.ts';
import type { JobRecord } from '../pipeline/job-record.ts';

/** Jobs that are told of, the newest. */
const MAX_JOBS = 60;

/** Jobs whose words are kept out of the other parts, the newest. */
const MAX_REDACTED_JOBS = 2_000;

/** Shorter names and prompts stand in too many words that are none of them. */
const MIN_REDACTED_LENGTH = 4;

/** What a support bundle is made of. */
export interface SupportBundleInput {
  readonly version: string;
  /** Epoch ms. */
  readonly now: number;
  /** How the app runs: window, browser or command line. */
  readonly host: string;
  readonly findings: readonly Finding[];
  readonly settings: Settings;
  /** Null: they cannot be read now, and why. */
  readonly jobs: readonly JobRecord[] | null;
  readonly lines: readonly LogLine[];
  /** Whether words of prompts and names of sources may be in it. */
  readonly withPrompts: boolean;
  /** Takes out what is secret. */
  clean(text: string): string;
}

/** What a support bundle is called: `dropforge-support-2026-11-21.txt`. */
export function supportBundleFileName(now: number): string {
  return `dropforge-support-${new Date(now).toISOString().slice(0, 10)}.txt`;
}

/** The whole text of a support bundle: what a person reads before they save it is what is saved. */
export function formatSupportBundle(parts: SupportBundleInput): string {
  const { withPrompts, jobs, clean } = parts;
  const blocks: readonly (readonly [title: string, text: string])[] = [
    ['Versions', versions(parts)],
    ['Doctor', parts.findings.map(findingLine).join('\n')],
    ['Settings', JSON.stringify(shownSettings(parts.settings), null, 2)],
    ['Jobs', jobs ? jobsText(jobs, withPrompts) : 'The list of jobs is in use by another Dropforge and was not read.'],
    ['Log', parts.lines.map(formatLogLine).join('\n') || 'No line.'],
  ];
  const text = blocks.map(([title, words]) => `## ${title}\n\n${words}\n`).join('\n');
  const whole = `# Dropforge support bundle\n\n${text}`;
  return clean(withPrompts ? whole : withoutWords(whole, jobs ?? []));
}

function versions({ version, now, host }: SupportBundleInput): string {
  const { node = '', electron, sqlite = '' } = process.versions as Record<string, string | undefined>;
  return [
    `Dropforge ${version}, ${host}`,
    `made ${new Date(now).toISOString()}`,
    `${os.type()} ${os.release()} ${process.arch}, ${os.cpus().length} processors, ${Math.round(os.totalmem() / 1e9)} GB`,
    `Node.js ${node}, SQLite ${sqlite}${electron === undefined ? '' : `, Electron ${electron}`}`,
  ].join('\n');
}

function findingLine(finding: Finding): string {
  const { name, fact, advice } = describeFinding(finding);
  return `${finding.state} ${name}: ${fact}${advice === null ? '' : ` ${advice}`}`;
}

/** Without names a person gave, and where a secret lies. */
function shownSettings({ services, webhook, hotFolders, ...settings }: Settings): Record<string, unknown> {
  return {
    ...settings,
    services: Object.keys(services).length,
    webhook: webhook && { port: webhook.port, address: webhook.address },
    hotFolders: hotFolders.map(({ enabled, after, recipe }) => ({ enabled, after, recipe })),
  };
}

function jobsText(jobs: readonly JobRecord[], withPrompts: boolean): string {
  const counts = Object.entries(Object.groupBy(jobs, ({ status }) => status)).map(
    ([status, group]) => `${group.length} ${status}`,
  );
  const newest = [...jobs].sort((one, other) => other.createdAt - one.createdAt).slice(0, MAX_JOBS);
  return [counts.join(', ') || 'none', ...newest.map((job) => jobText(job, withPrompts))].join('\n');
}

function jobText(job: JobRecord, withPrompts: boolean): string {
  const { id, kind, recipe, serviceKind, status, error, steps, createdAt } = job;
  const named = withPrompts ? ` “${job.name}”${job.prompt === undefined ? '' : `: ${job.prompt}`}` : '';
  const trouble = error ? `\n  ${error.code}: ${describeError(error, 'It').happened} ${error.requestId ?? ''}` : '';
  const done = steps.map(
    ({ operation, status: state, taskId, creditsConsumed }) =>
      `\n  ${operation} ${state} ${taskId ?? '-'} ${creditsConsumed ?? '-'}`,
  );
  const head = `${id} ${status}: ${kind} by ${recipe} on ${serviceKind}, ${new Date(createdAt).toISOString()}`;
  return `${head}${named}${trouble}${done.join('')}`;
}

/** What a person wrote or called their files, taken out wherever it stands. */
function withoutWords(text: string, jobs: readonly JobRecord[]): string {
  const words = new Set(
    jobs.slice(-MAX_REDACTED_JOBS).flatMap(({ name, prompt = '', sources, error, tags = [] }) => [
      name,
      prompt,
      error?.subject ?? '',
      ...tags,
      // A name stands in messages with its ending and without.
      ...sources.flatMap((source) => [source.path, source.name, source.name.replace(/\.[^.]+$/, '')]),
    ]),
  );
  // The longest first: one may stand in another.
  const given = [...words].filter((each) => each.length >= MIN_REDACTED_LENGTH).sort((a, b) => b.length - a.length);
  return given.reduce((rest, each) => rest.replaceAll(each, '[name]'), text);
}
