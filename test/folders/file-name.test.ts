import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toSafeBaseName, versionedName } from '../../src-main/folders/file-name.ts';
import { isIgnoredName, TEMPORARY_ENDINGS } from '../../src-shared/delivery/temporary-names.ts';

const RESERVED = ['CON', 'prn', 'Aux', 'NUL', 'com1', 'COM9', 'lpt1', 'LPT³', 'com²', 'CONIN$', 'conout$'];
const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.stringMatching(/^[a-z .\\/:\u202e\u200b\ufeff-]{0,40}$/),
  fc
    .array(fc.constantFrom('-', 'a', '\u{e0041}', '\u{e0000}', '\u3164', '\ufe0f', '❤', '.', '~', ...TEMPORARY_ENDINGS))
    .map((all) => all.join('')),
  fc
    .tuple(fc.constantFrom(...RESERVED), fc.constantFrom('', '.png', ' .png', '. x.png', `.${'n'.repeat(140)}`))
    .map((parts) => parts.join('')),
);

describe('a safe base name', () => {
  test('is safe on every system, whatever it is made of', () => {
    fc.assert(
      fc.property(names, (given) => {
        const name = toSafeBaseName(given);
        expect(name).not.toBe('');
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
        expect(name).not.toMatch(/[\\/:*?"<>|]/);
        // eslint-disable-next-line no-control-regex -- control characters are what must not be there
        expect(name).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/);
        expect(name).not.toMatch(/^[\s.-]|[\s.]$/);
        expect(isIgnoredName(name)).toBe(false);
        expect(name.replaceAll(/[\ufe0e\ufe0f]/g, '')).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
        expect(name.normalize('NFC')).toBe(name);
        expect(name.isWellFormed()).toBe(true);
        expect(name.split('.')[0]?.trim()).not.toMatch(/^(con|conin\$|conout\$|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i);
      }),
      { numRuns: 500 },
    );
  });

  test('of a safe name is the name itself', () => {
    fc.assert(
      fc.property(names, (given) => {
        const name = toSafeBaseName(given);
        expect(toSafeBaseName(`${name}.png`)).toBe(name);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['chair.png', 'chair'],
    ['Bürostuhl – 椅子 🪑.jpeg', 'Bürostuhl – 椅子 🪑'],
    ['scan.v1.2.png', 'scan.v1.2'],
    ['u\u0308ber.png', 'über'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\chair.png', 'chair'],
    ['.png', 'png'],
    ['...', 'model'],
    ['', 'model'],
    ['   .png', 'model'],
    ['a/', 'model'],
    ['CON.png', '_CON'],
    [`con${' '.repeat(118)}x.png`, '_con'],
    ['nul.tar.png', '_nul.tar'],
    ['CONOUT$.png', '_CONOUT$'],
    ['-rf.png', '_rf'],
    [' --help', '__help'],
    ['~10 cm cube', '_10 cm cube'],
    ['-~a~b~~.png', '__a~b__'],
    ['photo.part.png', 'photo_part'],
    ['photo.tmp.PART.png', 'photo.tmp_PART'],
    ['photo.crdownload', 'photo_crdownload'],
    [`${'n'.repeat(115)}.part.png.png`, `${'n'.repeat(115)}_part`],
    ['~~~.png', 'model'],
    ['a\u{e0041}\u{e007f}b.png', 'a__b'],
    ['a\u3164\u2800b.png', 'a__b'],
    ['a\ufe0fb ❤\ufe0f.png', 'a_b ❤\ufe0f'],
    ['annexe\u202egnp.exe.png', 'annexe_gnp.exe'],
    ['a\u0000b.png', 'a_b'],
    ['what? really*.png', 'what_ really_'],
    ['\ud800x.png', '_x'],
  ])('%j becomes %j', (given, name) => {
    expect(toSafeBaseName(given)).toBe(name);
  });

  test('versions begin with the name alone', () => {
    expect([0, 1, 2, 11].map((version) => versionedName('chair', version))).toEqual([
      'chair',
      'chair',
      'chair (2)',
      'chair (11)',
    ]);
  });
});
