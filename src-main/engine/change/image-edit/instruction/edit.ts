import type { Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Rgb } from '../../../base/material/finish.ts';
import type { Tone } from '../tone/adjust-tone.ts';
import type { SubjectStyle } from '../subject/restyle-subject.ts';
import type { FilterName } from '../tone/filter-image.ts';
import type { LightSide } from '../subject/light-subject.ts';
import { EngineError } from '../../../base/errors/engine-error.ts';

/** Part of the image that an edit changes: the subject, the background, or everything. */
export type Target = 'all' | 'subject' | 'background';

/** New background of a subject. */
export type Background =
  | { readonly kind: 'clear' }
  | { readonly kind: 'color'; readonly color: Rgb }
  | { readonly kind: 'studio'; readonly color: Rgb | null };

/** One change of an image. */
export type Edit =
  | { readonly kind: 'restyle'; readonly style: SubjectStyle }
  | { readonly kind: 'tone'; readonly tone: Tone; readonly amount: number; readonly target: Target }
  | { readonly kind: 'filter'; readonly filter: FilterName; readonly amount: number; readonly target: Target }
  | { readonly kind: 'light'; readonly side: LightSide; readonly amount: number }
  | { readonly kind: 'even_light' }
  | { readonly kind: 'turn'; readonly how: 'mirror' | 'upside_down' }
  | { readonly kind: 'background'; readonly background: Background }
  | { readonly kind: 'shadow' }
  | { readonly kind: 'outline'; readonly color: Rgb };

/** A prompt parsed as editing instructions. */
export interface EditPlan {
  /** Edits in the order of the prompt. */
  readonly edits: readonly Edit[];
  /** Colours named for the subject, in order. */
  readonly colors: readonly Rgb[];
  /** Use of a second image, if the prompt mentions one. */
  readonly second: 'style' | 'background' | null;
  /** The recognized changes, in the prompt's own words. */
  readonly understood: readonly string[];
  /** Unknown words, as written, each once. */
  readonly ignored: readonly string[];
  /** Notes about words that were interpreted differently. */
  readonly notes: readonly Note[];
}

/** An edit that this prompt or this image does not allow; `detail` says why, and what to do. */
export class EditError extends EngineError {
  override readonly name = 'EditError';
}
