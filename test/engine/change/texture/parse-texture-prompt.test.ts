import { describe, expect, it } from 'vitest';
import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { parseTexturePrompt } from '../../../../src-main/engine/change/texture/painters/parse-texture-prompt.ts';
import { ARBITRARY_PROMPTS } from '../../make/text/prompt/arbitrary-prompts.ts';

const notes = (text: string) => parseTexturePrompt(text).notes.map(toEngineText);

describe('texture prompts without known descriptive words', () => {
  it.each([
    ['lava', 'black stone with orange patches'],
    ['a tiger', 'black stripes'],
    ['chocolat', 'chocolate'],
    ['老虎', 'black stripes'],
    ['a dragon', 'leather'],
    ['a cathedral', 'plaster'],
  ])('“%s” is painted as %s', (text, painted) => {
    expect(notes(text).at(-1)).toMatch(/names no known color or material; “.+” was painted instead\.$/);
    expect(notes(text).at(-1)).toContain(painted);
  });

  it('are painted as the note says', () => {
    expect(parseTexturePrompt('a tiger').look).toEqual(parseTexturePrompt('orange fur with black stripes').look);
  });

  it('ignore negated words', () => {
    expect(notes('no lava').at(-1)).toMatch(
      /^The text describes no known or similar look, so plain gray was painted\./,
    );
  });

  it('never throw', () => {
    for (const text of ARBITRARY_PROMPTS) {
      const ids = parseTexturePrompt(text).notes.map(({ id }) => id);
      expect(ids.includes('prompt.understood') || ids.includes('prompt.plain-look'), text).toBe(true);
    }
  });
});

it.each([' ', '\u200b'])('the empty text %j fails', (text) => {
  expect(() => parseTexturePrompt(text)).toThrow('The texture prompt is empty.');
});
