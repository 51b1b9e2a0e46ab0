import { AnimationMixer, LoopOnce, LoopRepeat, type AnimationAction, type AnimationClip, type Object3D } from 'three';

/** How a clip is played. */
export interface PlaybackOptions {
  /** Index of the clip; null: the model rests. */
  readonly clip: number | null;
  readonly playing: boolean;
  /** Factor of its own speed. */
  readonly speed: number;
  readonly loop: boolean;
}

/** Moves one model by its clips. Seconds are those of the clip, whatever the speed. */
export interface ClipPlayer {
  readonly seconds: number;
  set(playing: PlaybackOptions): void;
  /** Puts the model in the pose of a moment of the clip. */
  seek(seconds: number): void;
  /** Goes on by a time that passed, if it plays. Answers whether it still does; at the end of a clip without loop it stops. */
  advance(passedSeconds: number): boolean;
  close(): void;
}

/** Makes a player for a model; the model rests until a clip is set. */
export function createClipPlayer(model: Object3D, clips: readonly AnimationClip[]): ClipPlayer {
  const mixer = new AnimationMixer(model);
  let action: AnimationAction | null = null;
  let state: PlaybackOptions = { clip: null, playing: false, speed: 1, loop: true };

  function choose(index: number | null): void {
    // Stopped actions give back the pose they found.
    mixer.stopAllAction();
    const clip = index === null ? undefined : clips[index];
    action = clip ? mixer.clipAction(clip).play() : null;
    mixer.update(0);
  }

  const isAtEnd = () => action !== null && action.time >= action.getClip().duration;

  return {
    get seconds() {
      return action?.time ?? 0;
    },
    set(next) {
      const isNew = next.clip !== state.clip;
      const starts = next.playing && !state.playing;
      state = next;
      if (isNew) choose(next.clip);
      if (!action) return;
      action.setLoop(next.loop ? LoopRepeat : LoopOnce, Infinity);
      action.clampWhenFinished = true;
      if (starts && isAtEnd()) this.seek(0);
    },
    seek(seconds) {
      if (!action) return;
      // A finished action is paused and off; it takes a new time only when it is neither.
      action.enabled = true;
      action.paused = false;
      action.time = Math.min(Math.max(seconds, 0), action.getClip().duration);
      mixer.update(0);
    },
    advance(passedSeconds) {
      if (!state.playing || !action) return false;
      mixer.update(passedSeconds * state.speed);
      return state.loop || !isAtEnd();
    },
    close() {
      mixer.stopAllAction();
      mixer.uncacheRoot(model);
      action = null;
    },
  };
}
