import { toEngineText } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EDIT_WORDS } from '../../../../../src-main/engine/change/image-edit/instruction/edit-words.ts';
import { parseEdit } from '../../../../../src-main/engine/change/image-edit/instruction/parse-edit.ts';
import { COLORS } from '../../../../../src-main/engine/base/language/color-words.ts';
import { MATERIALS } from '../../../../../src-main/engine/base/language/material-words.ts';
import { PROJECT_ROOT } from '../../../../../src-main/base/project-root.ts';

const read = (prompt: string) => parseEdit(prompt).edits;
const blue = COLORS.get('blue')!;
const white = COLORS.get('white')!;

describe('parseEdit', () => {
  it('distinguishes the subject from the background', () => {
    const wanted = [
      { kind: 'restyle', style: { color: blue, from: null } },
      { kind: 'background', background: { kind: 'color', color: white } },
    ];
    for (const prompt of [
      'make it blue on a white background',
      'a blue car with a white background',
      'Blue. Make the background white!',
      'turn it blue and change the backdrop to white',
    ]) {
      expect(read(prompt), prompt).toMatchObject(wanted);
    }
    expect(read('white background, blue car')).toMatchObject(wanted.toReversed());
  });

  it.each([
    'remove the background',
    'no background',
    'transparent background',
    'without a background',
    'cut out',
    '去掉背景',
  ])('removes the background for “%s”', (prompt) =>
    expect(read(prompt)).toEqual([{ kind: 'background', background: { kind: 'clear' } }]),
  );

  it('reads which colour replaces which', () => {
    for (const prompt of ['change red to blue', 'replace the red with blue', 'make the red car blue']) {
      expect(read(prompt), prompt).toMatchObject([{ style: { from: COLORS.get('red'), color: blue } }]);
    }
  });

  it('reads materials, surfaces and their colours', () => {
    const gold = MATERIALS.get('gold')!;
    expect(read('made of gold')).toMatchObject([
      { style: { color: gold.color, metallic: 1, roughness: gold.roughness, pattern: null } },
    ]);
    expect(read('a glossy blue wooden box')).toMatchObject([
      { style: { color: blue, pattern: 'wood', roughness: 0.12 } },
    ]);
    // “metallic” describes the reflection, not the colour.
    expect(read('metallic')).toMatchObject([{ style: { color: null, metallic: 1 } }]);
  });

  it('reads tones with amount, direction and target', () => {
    expect(read('brighter')).toEqual([{ kind: 'tone', tone: 'brightness', amount: 1, target: 'all' }]);
    expect(read('slightly darker')).toMatchObject([{ tone: 'brightness', amount: -0.5 }]);
    expect(read('reduce the contrast')).toMatchObject([{ tone: 'contrast', amount: -1 }]);
    expect(read('increase saturation by 50%')).toMatchObject([{ tone: 'saturation', amount: 2 }]);
    expect(read('blurred background')).toMatchObject([{ kind: 'filter', filter: 'blur', target: 'background' }]);
    expect(read('less blurry')).toMatchObject([{ kind: 'filter', filter: 'sharpen' }]);
    expect(read('remove the shadows and the noise')).toMatchObject([
      { kind: 'even_light' },
      { kind: 'filter', filter: 'denoise' },
    ]);
    expect(read('light from the left')).toMatchObject([{ kind: 'light', side: 'left' }]);
    expect(read('黑白')).toMatchObject([{ kind: 'tone', tone: 'grey' }]);
  });

  const clear = { kind: 'background', background: { kind: 'clear' } };
  const even = { kind: 'even_light' };
  const denoise = { kind: 'filter', filter: 'denoise' };
  const blur = { kind: 'filter', filter: 'blur' };
  const sharpen = { kind: 'filter', filter: 'sharpen' };
  const contrast = (amount: number) => ({ kind: 'tone', tone: 'contrast', amount });
  it.each([
    ['remove the background and increase the contrast', [clear, contrast(1)]],
    ['remove the background and blur it', [clear, blur]],
    ['remove the noise and sharpen', [denoise, sharpen]],
    ['remove the noise and blur', [denoise, sharpen]],
    ['remove the noise and the blur', [denoise, sharpen]],
    ['remove the background and brighten it', [clear, { kind: 'tone', tone: 'brightness', amount: 1 }]],
    ['remove the background and outline it in black', [clear, { kind: 'outline' }, { kind: 'restyle' }]],
    ['remove the background and colour it blue', [clear, { kind: 'restyle', style: { color: blue } }]],
    ['no background and no shadows', [clear, even]],
    ['no more noise', [denoise]],
    ['reduce the contrast and the shadows', [contrast(-1), even]],
    ['less noise and more contrast', [denoise, contrast(1)]],
    ['less noise, contrast', [denoise, contrast(1)]],
    ['less contrast and brighter', [contrast(-1), { kind: 'tone', tone: 'brightness', amount: 1 }]],
  ])('limits the scope of “remove” and “less”: “%s”', (prompt, wanted) => expect(read(prompt)).toMatchObject(wanted));

  it.each([
    ['remove the white background', [clear]],
    ['blue without a white background', [clear, { kind: 'restyle', style: { color: blue, from: null } }]],
    ['remove the dark shadows', [even]],
    ['less sharp', [blur]],
    ['no blur', [sharpen]],
    ['remove the noise from the background', [denoise]],
    ['remove the shadows in the background', [even]],
    ['remove the blur from the background', [{ ...sharpen, target: 'background' }]],
    ['remove the logo on the white background and sharpen', [sharpen]],
    ['remove everything from the background', [clear]],
  ])('removes no more than requested: “%s”', (prompt, wanted) => expect(read(prompt)).toMatchObject(wanted));

  it.each([
    ['remove the white outline', 'white outline'],
    ['no sepia', 'sepia'],
    ['less sepia', 'less sepia'],
    ['no cartoon', 'cartoon'],
    ['without rim light', 'rim light'],
    ['no studio', 'studio'],
    ['remove the red hat', 'red hat'],
    ['less red', 'less red'],
  ])('does not apply negated styles: “%s”', (prompt, left) => {
    const { edits, ignored, notes } = parseEdit(prompt);
    expect(edits).toEqual([]);
    expect([...ignored.map((word) => `“${word}”`), ...notes.map(toEngineText)].join(' ')).toContain(`“${left}”`);
  });

  it('reads the purpose of a second image', () => {
    expect(parseEdit('use the second picture as background').second).toBe('background');
    expect(parseEdit('in the style of the second picture').second).toBe('style');
    expect(parseEdit('blue').second).toBeNull();
  });

  it('reports unsupported edits and unknown words', () => {
    const plan = parseEdit('add a hat, make the car blue, zorbify');
    expect(plan.understood).toEqual(['blue']);
    expect(plan.ignored).toEqual(['zorbify']);
    expect(plan.notes.map(toEngineText).join(' ')).toMatch(
      /“car” was applied to the whole subject.*cannot add.*“hat” was ignored/,
    );
    expect(parseEdit('a wizard').edits).toEqual([]);
    expect(parseEdit('a wizard').ignored).toEqual(['wizard']);
  });

  it('reads any text in bounded time', () => {
    // Requests a background colour once, then excludes it hundreds of times.
    const long = parseEdit('blue background and not '.repeat(400));
    expect(long.edits).toMatchObject([{ background: { color: blue } }, ...Array<object>(11).fill(clear)]);
    const many = parseEdit('blur, sharpen, '.repeat(120));
    expect([many.edits.length, many.notes.map(toEngineText)]).toEqual([12, ['Only the first 12 edits were applied.']]);
    for (const text of ['', ',,,', '%', '背'.repeat(1800), 'background '.repeat(300)])
      expect(parseEdit(text).notes).toEqual([]);
  });
});

it('docs/image-edits.md names every editing word', () => {
  const text = readFileSync(path.join(PROJECT_ROOT, 'docs/image-edits.md'), 'utf8');
  const listed = new Set([...text.matchAll(/^- [^:\n]+: (.+)\.$/gm)].flatMap(([, words]) => words!.split(', ')));
  const fromSides = /^(?:light|lit|lighting) from (?:the )?(\w+)$/;
  const missing = [...EDIT_WORDS.keys()].filter((word) => {
    const side = fromSides.exec(word)?.[1];
    return side === undefined ? !listed.has(word) : !text.includes(side);
  });
  expect(missing).toEqual([]);
});
