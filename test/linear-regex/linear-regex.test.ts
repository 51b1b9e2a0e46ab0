import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ACCEPTED, BUILT } from './accepted.ts';
import { checkRegex } from './check-regex.ts';
import { checkUnverified, saveVerified } from './verified.ts';
import { findBridgeRegexes, findInBridge } from './find-bridge-regexes.ts';
import { findInTypeScript, findRegexes, type BuiltRegex } from './find-regexes.ts';

const { literals, built } = findRegexes();
afterAll(saveVerified);
const isAccepted = (file: string, source: string): boolean =>
  ACCEPTED.some((each) => each.file === file && each.source === source);

describe('regular expressions', () => {
  it('take linear time on any text, or have a reason not to', () => {
    const slow = literals
      .filter(({ file, source }) => !isAccepted(file, source))
      .map((regex) => ({ ...regex, problem: checkUnverified(regex) }))
      .filter(({ problem }) => problem !== null);
    expect(literals.length).toBeGreaterThan(300);
    expect(literals.some(({ file }) => file.endsWith('.svelte'))).toBe(true);
    expect(slow).toEqual([]);
  });

  it('that are built from strings take linear time too', () => {
    const known = Object.entries(BUILT).flatMap(([file, codes]) => Object.keys(codes).map((code) => ({ file, code })));
    const toKey = ({ file, code }: BuiltRegex): string => `${file} ${code}`;
    expect(built.map(toKey).sort()).toEqual(known.map(toKey).sort());
    expect(
      Object.values(BUILT)
        .flatMap((codes) => Object.values(codes).flat())
        .filter((regex) => checkUnverified(regex) !== null),
    ).toEqual([]);
  });

  it('are accepted only as long as they exist', () => {
    const existing = new Set(literals.map(({ file, source }) => `${file} ${source}`));
    expect(ACCEPTED.filter(({ file, source }) => !existing.has(`${file} ${source}`))).toEqual([]);
  });
});

describe('regular expressions of the bridges', () => {
  const bridges = findBridgeRegexes();

  it('take linear time too', () => {
    const problems = bridges.literals.map((regex) => ({ ...regex, problem: checkUnverified(regex) }));
    const extensionsOf = (files: readonly string[]): Set<string> => new Set(files.map((file) => path.extname(file)));
    expect(extensionsOf(bridges.files)).toEqual(new Set(['.py', '.pyp', '.cs', '.gd']));
    expect([...extensionsOf(bridges.literals.map(({ file }) => file))]).toEqual(
      expect.arrayContaining(['.py', '.cs', '.gd']),
    );
    expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
  });

  it('are strings in the code, or arguments of a function whose calls are checked', () => {
    expect(bridges.built).toEqual([
      { file: 'godot/manifest.gd', code: 'pattern' },
      { file: 'godot/references.gd', code: 'pattern' },
    ]);
  });

  it('are found in every notation', () => {
    expect(findInBridge('a.py', 're.compile(rb"a(.{4})\\r", re.DOTALL)')).toEqual([
      { file: 'a.py', source: 'a(.{4})\\r', flags: '' },
    ]);
    const python =
      '_BLANK = r"[ ]"\nx = re.compile(_BLANK + r"*a\\w+" + re.escape(f(y)), re.IGNORECASE)\nre.sub(z, "", t)';
    expect(findInBridge('a.py', python)).toEqual([
      { file: 'a.py', source: '[ ]*a\\w+x', flags: 'is' },
      { file: 'a.py', code: 'z' },
    ]);
    expect(findInBridge('a.cs', 'Regex.Replace(f("a,b"), @"\\A\\s+", "-"); new Regex("\\"+\\\\d");')).toEqual([
      { file: 'a.cs', source: '"+\\d', flags: '' },
      { file: 'a.cs', source: '^\\s+', flags: '' },
    ]);
    const godot = 'const _A := "^a+$"\nRegEx.create_from_string(_A)\nfunc _matches(a, b):\n\tif _matches(t, "b+"):';
    expect(findInBridge('a.gd', godot)).toEqual([
      { file: 'a.gd', source: '^a+$', flags: '' },
      { file: 'a.gd', source: 'b+', flags: '' },
    ]);
  });
});

describe('the check', () => {
  it.each([/^(?:<!--[\s\S]*?-->\s*)*<html/, /a:\s*([^}]*)\}/, /\s+$/, /^(a|a)*$/])('finds %s', (regex) =>
    expect(checkRegex(regex)).toMatch(/polynomial|exponential/),
  );

  it.each([/^\s+/, /(?<!\s)\s+$/, /a{1,9}b/])('passes %s', (regex) => expect(checkRegex(regex)).toBeNull());

  it('sees literals and every other way to build an expression', () => {
    const text = "const a = /x+\\/[/]/giu; new RegExp('y+', 'u'); RegExp(`z`); new RegExp(`${a}`); new RegExp(/w/);";
    expect(findInTypeScript('a.ts', text)).toEqual([
      { file: 'a.ts', source: 'x+\\/[/]', flags: 'giu' },
      { file: 'a.ts', source: 'y+', flags: 'u' },
      { file: 'a.ts', source: 'z', flags: '' },
      { file: 'a.ts', code: '`${a}`' },
      { file: 'a.ts', source: 'w', flags: '' },
    ]);
  });
});
