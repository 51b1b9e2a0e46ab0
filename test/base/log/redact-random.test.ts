import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReadableName } from '../../../src-main/base/log/is-readable-name.ts';
import { redact } from '../../../src-main/base/log/redact.ts';

const DIGITS = '0123456789';
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const LARGE = SMALL.toUpperCase();

/** Strings of so many signs, each of them drawn by itself. */
const drawn = (signs: string, least: number, most: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: signs.length - 1 }), { minLength: least, maxLength: most, size: 'max' })
    .map((places) => places.map((at) => signs[at]).join(''));

const bytes = (least: number, most: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ minLength: least, maxLength: most, size: 'max' }).map((each) => Buffer.from(each));

/** Secrets as services make them. fast-check's own bytes lean towards small ones, so these are drawn evenly. */
const SECRETS = {
  'letters of both sizes and digits': drawn(SMALL + LARGE + DIGITS, 32, 64),
  'base64 for addresses': drawn(`${SMALL}${LARGE}${DIGITS}-_`, 43, 43).map((text) => `a${text.slice(1, -1)}Z`),
  base64: drawn(`${SMALL}${LARGE}${DIGITS}`, 43, 43).map((text) => `${text}=`),
  'small letters and digits': drawn(SMALL + DIGITS, 32, 48),
  'hexadecimal digits': drawn(`${DIGITS}abcdef`, 32, 64),
  'a signature of bytes': bytes(32, 32).map((each) => `f${each.toString('hex')}`),
} satisfies Record<string, fc.Arbitrary<string>>;

/** Places a secret may turn up in. */
const PLACES = [
  (secret: string) => `It answered ${secret}.`,
  (secret: string) => `the file ${secret}/model could not be read`,
  (secret: string) => `https://files.example/${secret}/chair.glb`,
  (secret: string) => `https://files.example/out/${secret}.glb`,
  (secret: string) => `GET https://files.example/a.glb?X-Amz-Signature=${secret} failed`,
  (secret: string) => `{"fileToken":"${secret}"}`,
  (secret: string) => `authorization: Bearer ${secret}`,
  (secret: string) => `tsk_${secret} was refused`,
] as const;

describe('no secret that was made at random survives', () => {
  it.each(Object.entries(SECRETS))('of %s, wherever it stands', (_, secrets) => {
    fc.assert(
      fc.property(secrets, fc.constantFrom(...PLACES), (secret, place) => {
        // A string of one kind of sign is no secret; drawn evenly there is none, shrunk there may be.
        fc.pre(new Set(secret).size > 9);
        expect(redact(place(secret), [], '/home/me')).not.toContain(secret);
      }),
      { numRuns: 1_500, seed: 20_261_122 },
    );
  });
});

describe('long names that somebody gave stay', () => {
  it.each([
    'characterconcept20241121final',
    'heroCharacterIdle2024final03',
    'HeroCharacterIdle01FinalVersion2',
    'WhatsAppImage20241121At103022',
    'screenshot20241121at102233',
    'victorianarmchairleather4k',
    'StatueOfLibertyScan2019Decimated',
    'gothicCathedralWindowRosette12',
    'streetlampvintage1920sparis',
    'terracotta_warrior_front_4096x4096',
    'Chair_Wood_Oak_LOD0_v003_final',
    'robot-arm-mk2-industrial-yellow',
    'queue.db.damaged-2026-11-22T00-59-46-123Z',
    'createSentenceReaderFactory',
    'job 019a2b3c-4d5e-6f70-8192-a3b4c5d6e7f8--blender@studio',
    '~/Pictures/IMG20241121WA0003xKf92Lq.jpg could not be read',
    'lowpolytreepack01autumn2023fjord.glb',
  ])('%s', (name) => {
    expect(redact(`It is about ${name}`, [], '/home/me')).toBe(`It is about ${name}`);
  });

  it('outside addresses only: there a name may be all that keeps strangers out', () => {
    expect(redact('https://files.example/IMG20241121WA0003xKf92Lq.jpg')).toBe('https://files.example/[hidden].jpg');
  });

  it('when they are words, not when a few letters happen to stand together', () => {
    expect(isReadableName('interior_design_render_final_2024')).toBe(true);
    expect(isReadableName('q8Zk2Lw9Xc4Vb7Nm1As5Df3')).toBe(false);
    expect(isReadableName('deadbeefcafe1234deadbeefcafe1234')).toBe(false);
  });
});
