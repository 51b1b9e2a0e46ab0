import type { Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Rgb } from '../../../base/material/finish.ts';
import type { Tone } from '../tone/adjust-tone.ts';
import type { SubjectStyle } from '../subject/restyle-subject.ts';
import type { FilterName } from '../tone/filter-image.ts';
import type { LightSide } from '../subject/light-subject.ts';
import { EngineError } from '../../../base/errors/engine-error.ts';

/** What is changed: the subject, what is behind it, or all of it. */
export type Target = 'all' | 'subject' | 'background';

/** What comes behind the subject. */
export type Background =
  | { readonly kind: 'clear' }
  | { readonly kind: 'color'; readonly color: Rgb }
  | { readonly kind: 'studio'; readonly color: Rgb | null };

/** One change of a picture. */
export type Edit =
  | { readonly kind: 'dress'; readonly dress: SubjectStyle }
  | { readonly kind: 'tone'; readonly tone: Tone; readonly amount: number; readonly target: Target }
  | { readonly kind: 'filter'; readonly filter: FilterName; readonly amount: number; readonly target: Target }
  | { readonly kind: 'light'; readonly side: LightSide; readonly amount: number }
  | { readonly kind: 'even_light' }
  | { readonly kind: 'turn'; readonly how: 'mirror' | 'upside_down' }
  | { readonly kind: 'background'; readonly background: Background }
  | { readonly kind: 'shadow' }
  | { readonly kind: 'outline'; readonly color: Rgb };

/** A prompt, understood as far as pictures can be edited here. */
export interface EditPlan {
  /** In the order of the prompt. */
  readonly edits: readonly Edit[];
  /** Every colour named for the subject, in order. */
  readonly colors: readonly Rgb[];
  /** What a second picture is for, where the prompt says so. */
  readonly second: 'style' | 'background' | null;
  /** The changes in the prompt's own words. */
  readonly understood: readonly string[];
  /** Words no rule has a use for, as written, each once. */
  readonly ignored: readonly string[];
  /** What was read otherwise than written, whole sentences. */
  readonly notes: readonly Note[];
}

/** An edit that this prompt or this image does not allow; `detail` says why, and what to do. */
export class EditError extends EngineError {
  override readonly name = 'EditError';
}
