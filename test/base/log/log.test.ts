import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { AppError } from '../../../src-shared/base/errors.ts';
import { matchesLogFilter, formatLogLine } from '../../../src-shared/base/log-line.ts';
import { appendLine, logPath, readLines } from '../../../src-main/base/log/log-file.ts';
import { createLog } from '../../../src-main/base/log/log.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

it('holds lines in order, says warnings and failures aloud, and tells who listens', () => {
  const said: string[] = [];
  const told: string[] = [];
  const log = createLog((words) => said.push(words));
  const stop = log.onLine(({ text }) => told.push(text));
  log.info('app', 'started');
  log.note('queue', 'a job failed');
  log.warn('service', 'the balance is not known', new AppError('service_error', 'It said 500.'));
  stop();
  log.error('page', 'queue:add', new TypeError('x is not a function'));
  expect(log.lines().map(({ level }) => level)).toEqual(['info', 'warn', 'warn', 'error']);
  expect(log.lines(2).map(({ part }) => part)).toEqual(['service', 'page']);
  expect(told).toEqual(['started', 'a job failed', 'the balance is not known: service_error: It said 500.']);
  expect(said).toHaveLength(2);
  expect(said[1]).toMatch(/^dropforge: page: queue:add: TypeError: x is not a function\n/);
});

it('says control characters as dots', () => {
  const said: string[] = [];
  const log = createLog((words) => said.push(words));
  log.warn('folders', 'a\u001b[31m.part was not removed');
  log.error('queue', 'job 1', new TypeError('b\u009b2J\nc'));
  expect(said[0]).toBe('dropforge: folders: a·[31m.part was not removed');
  expect(said[1]).toMatch(/^dropforge: queue: job 1: TypeError: b·2J\nc\n/);
});

it('never holds, says, tells or writes a secret', () => {
  const home = makeTempFolder();
  const said: string[] = [];
  const log = createLog((words) => said.push(words));
  const close = log.open(home);
  log.hide('correct horse');
  const cause = new Error('GET https://x.example/f?sig=CANARYSIG refused');
  log.error('service', 'Bearer sk_CANARY123456', new Error('correct horse', { cause }));
  close();
  const everything = [JSON.stringify(log.lines()), ...said, readFileSync(logPath(home), 'utf8')].join('\n');
  expect(everything).not.toMatch(/CANARY|correct horse/);
  expect(everything).toContain('[hidden]');
});

it('takes over the last lines of earlier runs, and leaves out what was cut short', () => {
  const home = makeTempFolder();
  const first = createLog(() => undefined);
  const close = first.open(home);
  first.info('app', 'one');
  first.info('app', 'two');
  close();
  writeFileSync(logPath(home), '{"id": 3, "at"', { flag: 'a' });
  const second = createLog(() => undefined);
  second.open(home)();
  second.info('app', 'three');
  expect(second.lines().map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  expect(second.lines(0).map(({ text }) => text)).toEqual(['three']);
});

it('puts a full file aside and keeps four in all', () => {
  const file = path.join(makeTempFolder(), 'logs', 'dropforge.log');
  const line = (id: number) => ({ id, at: id, level: 'info' as const, part: 'app', text: 'x'.repeat(300_000) });
  for (let id = 1; id <= 30; id++) appendLine(file, line(id));
  expect(statSync(file).size).toBeLessThan(1.4 * 1024 ** 2);
  expect(statSync(file.replace('.log', '.3.log')).size).toBeGreaterThan(1024 ** 2);
  expect(statSync(file.replace('.log', '.4.log'), { throwIfNoEntry: false })).toBeUndefined();
  const kept = readLines(file, 5);
  expect(kept.map(({ id }) => id)).toEqual([26, 27, 28, 29, 30]);
});

it('is filtered by how much a line matters and by its words', () => {
  const line = { id: 1, at: 0, level: 'warn', part: 'queue', text: 'Job 7 failed' } as const;
  expect([
    matchesLogFilter(line, 'info'),
    matchesLogFilter(line, 'error'),
    matchesLogFilter(line, 'warn', 'JOB 7'),
    matchesLogFilter(line, 'warn', 'gone'),
  ]).toEqual([true, false, true, false]);
  expect(formatLogLine(line)).toBe('1970-01-01 00:00:00.000 warn queue: Job 7 failed');
});

it('cuts long texts between words before redacting them, so that no secret is split', () => {
  const log = createLog(() => undefined);
  log.hide('correct horse battery');
  // Text is cut after 8,000 characters, here within a secret. The rest is shorter than a line once it is redacted.
  const cutAfter = (start: string): string => `token=${'q'.repeat(8_000 - 'token= '.length - start.length)} ${start}`;
  log.info('app', `${cutAfter('sk_CAN')}ARY123456 ${'z'.repeat(1_000_000)}`);
  log.info('app', `${cutAfter('correct hor')}se battery ${'z '.repeat(1_000_000)}`);
  const texts = log.lines().map(({ text }) => text);
  expect(texts.join('\n')).not.toMatch(/CAN|correct/);
  for (const text of texts) expect(text).toMatch(/^token=\[hidden\].*…$/s);
});
