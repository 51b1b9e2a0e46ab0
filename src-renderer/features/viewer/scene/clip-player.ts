import { AnimationMixer, LoopOnce, LoopRepeat, type AnimationAction, type AnimationClip, type Object3D } from 'three';

export interface PlaybackOptions {
  /** Index of the clip; null: the rest pose. */
  readonly clip: number | null;
  readonly playing: boolean;
  /** Factor of its own speed. */
  readonly speed: number;
  readonly loop: boolean;
}

/** Plays the clips of one model. Seconds are those of the clip, whatever the speed. */
export interface ClipPlayer {
  readonly seconds: number;
  set(playing: PlaybackOptions): void;
  /** Shows the pose at a time of the clip. */
  seek(seconds: number): void;
  /** Advances playback; returns true while it continues. Without loop, it stops at the end of the clip. */
  advance(passedSeconds: number): boolean;
  close(): void;
}

/** Creates a player for a model, in the rest pose until a clip is set. */
export function createClipPlayer(model: Object3D, clips: readonly AnimationClip[]): ClipPlayer {
  const mixer = new AnimationMixer(model);
  let action: AnimationAction | null = null;
  let state: PlaybackOptions = { clip: null, playing: false, speed: 1, loop: true };

  function choose(index: number | null): void {
    // Stopping actions restores the previous pose.
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
      // A finished action is paused and disabled; only an enabled one accepts a new time.
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
