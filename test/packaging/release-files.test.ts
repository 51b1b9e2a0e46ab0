import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { findUnlisted } from '../release/bill-of-materials.ts';
import { cutReleaseNotes } from '../release/release-notes.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const CHANGELOG = `# Changelog

## Unreleased

### Added

- New.

## [0.2.0] - 2026-12-01

- Second.

## 0.1.0

## 0.0.1 - 2026-01-01

- First.
`;

it('cuts the notes of one version out of the changelog', () => {
  expect(cutReleaseNotes(CHANGELOG, '0.2.0')).toBe('- Second.\n');
  expect(cutReleaseNotes(CHANGELOG, '0.0.1')).toBe('- First.\n');
  expect(cutReleaseNotes(CHANGELOG, 'Unreleased')).toBe('### Added\n\n- New.\n');
});

it('has no notes for a version without changes, or without a section', () => {
  for (const version of ['0.1.0', '0.2', '2.0', '0.3.0']) expect(cutReleaseNotes(CHANGELOG, version)).toBeNull();
  expect(cutReleaseNotes(read('CHANGELOG.md'), 'Unreleased')).not.toBeNull();
});

it('finds packages that the bill of materials does not list', () => {
  const bill = { components: ['zod', '@fastify/error'].map((name) => ({ name, 'bom-ref': name })) };
  const files = ['/node_modules/zod/package.json', '/node_modules/zod/v4/package.json', '/package.json'];
  const nested = '/node_modules/fastify/node_modules/@fastify/error/package.json';
  expect(findUnlisted(bill, [...files, nested])).toEqual([]);
  expect(findUnlisted(bill, [...files, '/node_modules/@napi-rs/keyring/package.json'])).toEqual(['@napi-rs/keyring']);
});

it('names this version in the metadata for Linux', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const [latest] = /<release version="[^"]+"/.exec(read('assets/linux/invalid.dropforge.app.metainfo.xml')) ?? [];
  expect(latest).toBe(`<release version="${version}"`);
});
