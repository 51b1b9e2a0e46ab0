import { toEnglish } from '../../src-shared/messages/english.ts';
import os from 'node:os';
import type { GeneratorConfig } from '../../src-shared/api/generators/generator-config.ts';
import type { NetworkConfig } from '../../src-shared/api/generators/network-config.ts';
import { describeFinding } from '../../src-shared/doctor/describe-finding.ts';
import type { Finding } from '../../src-shared/doctor/finding.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import type { CrashReport } from '../../src-shared/base/crash-report.ts';
import { formatLogLine, type LogLine } from '../../src-shared/base/log-line.ts';
import type { Settings } from '../../src-shared/settings/settings.ts';
import { describeFolder } from '../folders/describe-folder.ts';
import type { JobRecord } from '../pipeline/job-record.ts';

/** Maximum number of jobs listed, newest first. */
const MAX_JOBS = 60;

/** Maximum number of jobs whose names and prompts are redacted, newest first. */
const MAX_REDACTED_JOBS = 2_000;

/** Shorter names and prompts are not redacted, because they occur inside unrelated words. */
const MIN_REDACTED_LENGTH = 4;

/** Content of a support bundle. */
export interface SupportBundleInput {
  readonly version: string;
  /** Epoch ms. */
  readonly now: number;
  /** How the app runs: window, browser or command line. */
  readonly host: string;
  readonly findings: readonly Finding[];
  readonly settings: Settings;
  /** Null if the queue is in use by another process. */
  readonly jobs: readonly JobRecord[] | null;
  readonly lines: readonly LogLine[];
  /** The report about the last crash; null: none. */
  readonly crash: CrashReport | null;
  /** True if prompts and file names may be included. */
  readonly withPrompts: boolean;
  /** Removes secrets. */
  clean(text: string): string;
}

/** File name of a support bundle: `dropforge-support-2026-11-21.txt`. */
export function supportBundleFileName(now: number): string {
  return `dropforge-support-${new Date(now).toISOString().slice(0, 10)}.txt`;
}

/** The text of a support bundle, the same for preview and file. */
export function formatSupportBundle(input: SupportBundleInput): string {
  const { withPrompts, clean } = input;
  // Not by their places, because new jobs may be moved before old ones.
  const jobs = input.jobs && [...input.jobs].sort((one, other) => other.createdAt - one.createdAt);
  const blocks: readonly (readonly [title: string, text: string])[] = [
    ['Versions', versions(input)],
    ['Diagnostics', input.findings.map(findingLine).join('\n')],
    ['Settings', JSON.stringify(shownSettings(input.settings), null, 2)],
    ['Jobs', jobs ? jobsText(jobs, withPrompts) : 'Not available: another Dropforge process is using the job list.'],
    ...(input.crash ? [['Last crash', input.crash.text] as const] : []),
    ['Log', input.lines.map(formatLogLine).join('\n') || 'No entries.'],
  ];
  const text = blocks.map(([title, words]) => `## ${title}\n\n${words}\n`).join('\n');
  const whole = `# Dropforge support bundle\n\n${text}`;
  return clean(withPrompts ? whole : redactNames(whole, jobs ?? []));
}

function versions({ version, now, host }: SupportBundleInput): string {
  const { node = '', electron, sqlite = '' } = process.versions as Record<string, string | undefined>;
  return [
    `Dropforge ${version}, ${host}`,
    `Created ${new Date(now).toISOString()}`,
    `${os.type()} ${os.release()} ${process.arch}, ${os.cpus().length} processors, ${Math.round(os.totalmem() / 1e9)} GB`,
    `Node.js ${node}, SQLite ${sqlite}${electron === undefined ? '' : `, Electron ${electron}`}`,
  ].join('\n');
}

function findingLine(finding: Finding): string {
  const { name, fact, advice } = describeFinding(finding);
  return `${finding.state} ${name}: ${fact}${advice === null ? '' : ` ${advice}`}`;
}

/** Settings without names of the user and locations of secrets. */
function shownSettings({ services, webhook, hotFolders, ...settings }: Settings): Record<string, unknown> {
  const { exportFolder, allowedFolders, generation } = settings;
  const { generators, masks, depth } = generation;
  return {
    ...settings,
    exportFolder: exportFolder && describeFolder(exportFolder),
    allowedFolders: allowedFolders.length,
    generation: {
      ...generation,
      generators: generators.map(shownGenerator),
      ...(masks && { masks: shownNetwork(masks) }),
      ...(depth && { depth: shownNetwork(depth) }),
    },
    services: Object.keys(services).length,
    webhook: webhook && { port: webhook.port, address: webhook.address, headerPrefix: webhook.headerPrefix },
    hotFolders: hotFolders.map(({ enabled, after, recipe }) => ({ enabled, after, recipe })),
  };
}

/** Without its files, and without its command, whose arguments may be secrets. */
function shownGenerator(generator: GeneratorConfig): Record<string, unknown> {
  const hidden = ['command', 'folder', 'workflow', 'keyFile', 'keyVariable'];
  return Object.fromEntries(Object.entries(generator).filter(([name]) => !hidden.includes(name)));
}

function shownNetwork({ model: _, ...network }: NetworkConfig): Record<string, unknown> {
  return network;
}

/** `jobs`: newest first. */
function jobsText(jobs: readonly JobRecord[], withPrompts: boolean): string {
  const counts = Object.entries(Object.groupBy(jobs, ({ status }) => status)).map(
    ([status, group]) => `${group.length} ${status}`,
  );
  const shown = jobs.slice(0, MAX_JOBS).map((job) => jobText(job, withPrompts));
  return [counts.join(', ') || 'none', ...shown].join('\n');
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

/** Redacts prompts, tags and file names of jobs, newest first. */
function redactNames(text: string, jobs: readonly JobRecord[]): string {
  const names = new Set(
    jobs.slice(0, MAX_REDACTED_JOBS).flatMap(({ name, prompt = '', sources, error, tags = [] }) => [
      name,
      prompt,
      toEnglish(error?.subject ?? ''),
      ...tags,
      // Messages contain names with and without extension.
      ...sources.flatMap(({ path, name: file, mask }) => [path, file, mask?.original.path ?? '']),
      ...sources.map((source) => source.name.replace(/\.[^.]+$/, '')),
    ]),
  );
  // Longest first, because one may contain another.
  const redacted = [...names].filter((each) => each.length >= MIN_REDACTED_LENGTH).sort((a, b) => b.length - a.length);
  return redacted.reduce((rest, each) => rest.replaceAll(each, '[name]'), text);
}
