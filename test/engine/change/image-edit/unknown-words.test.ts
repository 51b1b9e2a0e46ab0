import { describe, expect, it } from 'vitest';
import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { findNearestPlan } from '../../../../src-main/engine/change/image-edit/instruction/find-nearest-plan.ts';
import { parseEdit } from '../../../../src-main/engine/change/image-edit/instruction/parse-edit.ts';
import { ARBITRARY_PROMPTS } from '../../make/text/prompt/arbitrary-prompts.ts';
import { decode, drawBall, edit } from '../../base/image/scenes.ts';

const planOf = (prompt: string) => {
  const plan = parseEdit(prompt);
  return plan.edits.length > 0 ? plan : findNearestPlan(prompt, plan);
};
const notesOf = (prompt: string) => planOf(prompt).notes.map(toEngineText).join(' ');

describe('an edit in words that are not known', () => {
  it.each([
    ['lava', /“lava” names no known color or material; “black stone with orange patches” was painted instead/],
    ['a flying wizard', /“wizard” names no known color or material/],
    ['metalic', /“metalic” names no known color or material; “metallic”/],
    ['赛博朋克', /glowing cyan/],
  ])('“%s” is the nearest known look, and a note says so', (prompt, note) => {
    expect(planOf(prompt).edits.length).toBeGreaterThan(0);
    expect(notesOf(prompt)).toMatch(note);
  });

  it.each(['remove the hat', 'add a dragon', 'qwrtz plmf'])('“%s” leaves the image as it is, with a note', (prompt) => {
    expect(planOf(prompt).edits).toEqual([]);
    expect(notesOf(prompt)).toMatch(/the image is unchanged/);
  });

  it('never fails, unless there are none', () => {
    for (const prompt of ARBITRARY_PROMPTS) expect(() => planOf(prompt), prompt).not.toThrow();
    for (const prompt of ['', ' ', '\u200b']) expect(() => planOf(prompt)).toThrow(/prompt is empty/);
  });

  it('gives an image', async () => {
    const ball = await drawBall('#ffffff');
    const before = await decode(ball);
    const lava = await edit(ball, { prompt: 'lava' });
    expect((await decode(lava.image)).data).not.toEqual(before.data);
    const same = await edit(ball, { prompt: 'qwrtz plmf' });
    expect((await decode(same.image)).data).toEqual(before.data);
  });
});
