import { AnimationClip, Group, NumberKeyframeTrack, VectorKeyframeTrack } from 'three';
import { describe, expect, it } from 'vitest';
import { createClipPlayer, type ClipPlayer } from '../../../../../src-renderer/features/viewer/scene/clip-player.ts';

/** A model whose first clip takes it from 0 to 10 along x in two seconds; the second grows it. */
function buildPlayer(): { model: Group; player: ClipPlayer } {
  const model = new Group();
  const clips = [
    new AnimationClip('walk', 2, [new VectorKeyframeTrack('.position', [0, 2], [0, 0, 0, 10, 0, 0])]),
    new AnimationClip('grow', 1, [new NumberKeyframeTrack('.scale[x]', [0, 1], [1, 3])]),
  ];
  return { model, player: createClipPlayer(model, clips) };
}

const PLAYS = { clip: 0, playing: true, speed: 1, loop: true };

describe('a clip player', () => {
  it('lets the model rest until a clip is set', () => {
    const { model, player } = buildPlayer();
    expect(player.advance(1)).toBe(false);
    expect(model.position.x).toBe(0);
  });

  it('puts the model in the pose of a moment, without playing on', () => {
    const { model, player } = buildPlayer();
    player.set({ ...PLAYS, playing: false });
    player.seek(0.5);
    expect(model.position.x).toBeCloseTo(2.5);
    expect(player.advance(1)).toBe(false);
    expect(player.seconds).toBeCloseTo(0.5);
  });

  it('goes on by the time that passed and its speed, over and over', () => {
    const { model, player } = buildPlayer();
    player.set({ ...PLAYS, speed: 0.5 });
    expect(player.advance(1)).toBe(true);
    expect(model.position.x).toBeCloseTo(2.5);
    expect(player.advance(4)).toBe(true);
    expect(player.seconds).toBeCloseTo(0.5);
  });

  it('stands still at the end of a clip that is not repeated, and begins anew when it is played again', () => {
    const { model, player } = buildPlayer();
    player.set({ ...PLAYS, loop: false });
    expect(player.advance(3)).toBe(false);
    expect(model.position.x).toBe(10);
    player.set({ ...PLAYS, loop: false, playing: false });
    player.set({ ...PLAYS, loop: false });
    expect(player.advance(0.5)).toBe(true);
    expect(model.position.x).toBeCloseTo(2.5);
  });

  it('plays again when it is repeated after it ended', () => {
    const { model, player } = buildPlayer();
    player.set({ ...PLAYS, loop: false });
    player.advance(3);
    player.set({ ...PLAYS, loop: true, playing: false });
    player.set(PLAYS);
    player.advance(0.5);
    expect(model.position.x).toBeCloseTo(2.5);
  });

  it('can be scrubbed after it ended', () => {
    const { model, player } = buildPlayer();
    player.set({ ...PLAYS, loop: false });
    player.advance(3);
    player.set({ ...PLAYS, loop: false, playing: false });
    player.seek(1);
    expect(model.position.x).toBeCloseTo(5);
  });

  it('gives the pose back when another clip or none is chosen', () => {
    const { model, player } = buildPlayer();
    player.set(PLAYS);
    player.advance(1);
    player.set({ ...PLAYS, clip: 1 });
    expect(model.position.x).toBe(0);
    player.advance(0.5);
    expect(model.scale.x).toBeCloseTo(2);
    player.set({ ...PLAYS, clip: null });
    expect(model.scale.x).toBe(1);
    player.close();
  });
});
