import type { ErrorInfo } from '../../../../src-shared/base/errors.ts';
import type { Output } from '../../../../src-shared/ipc/contract.ts';
import type { MaskMethod } from '../../../../src-shared/sources/mask-method.ts';
import { ask } from '../../../app/bridge/bridge.ts';
import type { SheetImage } from '../drop-sheet.ts';
import { decodeImage, readGrayPng, writeGrayPng } from './gray-png.ts';
import { addState, currentState, moveBy, startHistory, type MaskHistory } from './mask-history.ts';
import { coversAny, paintLine, type Brush, type PaintedMask, type Point, type Rectangle } from './paint-mask.ts';

/** Choices of a mask; `automatic`: the service separates the subject. */
export type MaskChoice = 'automatic' | MaskMethod;

interface MaskState {
  readonly choice: MaskChoice;
  readonly mask: PaintedMask;
}

/** An image and its masks while they are edited. */
interface MaskedImage {
  readonly picture: ImageBitmap;
  readonly builtIn: PaintedMask;
  readonly found: Pick<Output<'masks:find'>, 'width' | 'height' | 'cue' | 'canRemove' | 'network'>;
}

/** Edits the mask of one image of the sheet; nothing changes before `apply`. */
export class MaskEditor {
  readonly #image: SheetImage;
  /** Null while it is read. */
  image = $state.raw<MaskedImage | null>(null);
  error = $state.raw<ErrorInfo | null>(null);
  busy = $state(false);
  /** Id of the request for the mask of the network; null: there is none. */
  estimating = $state<string | null>(null);
  #history = $state.raw<MaskHistory<MaskState> | null>(null);
  /** The mask of the stroke that is being drawn; null: none. */
  #stroke: PaintedMask | null = null;
  #isClosed = false;

  readonly #state = $derived(this.#history && currentState(this.#history));
  readonly choice = $derived<MaskChoice>(this.#state?.choice ?? 'automatic');
  readonly mask = $derived(this.#state?.mask ?? null);
  /** The first state of the dialog. */
  readonly #first = $derived(this.#history?.first ?? null);
  readonly canUndo = $derived((this.#history?.at ?? 0) > 0);
  readonly canRedo = $derived(this.#history !== null && this.#history.at < this.#history.states.length - 1);
  /** True if any state of the dialog was painted by hand. */
  readonly isPainted = $derived(this.#history?.states.some(({ choice }) => choice === 'painted') ?? false);
  /** True if any state of the dialog has the mask of the network. */
  readonly hasNetworkMask = $derived(this.#history?.states.some(({ choice }) => choice === 'network') ?? false);
  readonly isEmpty = $derived(this.mask !== null && !coversAny(this.mask));

  constructor(image: SheetImage) {
    this.#image = image;
  }

  /** Reads the image and its masks. */
  async load(): Promise<void> {
    const reply = await ask('masks:find', { pictureId: this.#image.id });
    if (!reply.ok) {
      this.error = reply.error;
      return;
    }
    const { width, height, cue, canRemove, network } = reply.value;
    const picture = await decodeImage(reply.value.image, 'image/webp');
    const builtIn = await readGrayPng(reply.value.builtIn, width, height);
    const { chosen } = reply.value;
    const mask = chosen === null ? builtIn : await readGrayPng(chosen, width, height);
    if (this.#isClosed) return picture.close();
    this.image = { picture, builtIn, found: { width, height, cue, canRemove, network } };
    this.#history = startHistory({ choice: this.#image.mask ?? 'automatic', mask });
  }

  /** Chooses another mask; the last painted one for `painted`. That of the network is asked for once. */
  choose(choice: MaskChoice): void {
    const { image } = this;
    this.error = null;
    if (this.estimating !== null && choice === 'network') return;
    this.stopEstimate();
    if (!image || !this.#history || this.busy || choice === this.choice) return;
    const mask = this.#findMask(choice, image, this.#history);
    if (mask) this.#history = addState(this.#history, { choice, mask });
    else if (choice === 'network') void this.#estimate(image);
  }

  #findMask(choice: MaskChoice, { builtIn }: MaskedImage, { states }: MaskHistory<MaskState>): PaintedMask | undefined {
    switch (choice) {
      case 'painted':
      case 'network':
        return states.findLast((state) => state.choice === choice)?.mask;
      case 'whole_image':
        return toFull(builtIn);
      case 'automatic':
      case 'built_in':
        return builtIn;
    }
  }

  /** Asks for the mask of the network; the choice stays until it is there. */
  async #estimate({ found: { width, height } }: MaskedImage): Promise<void> {
    const id = crypto.randomUUID();
    this.estimating = id;
    const reply = await ask('masks:estimate', { id, pictureId: this.#image.id });
    const png = reply.ok ? reply.value.mask : null;
    const mask = png === null ? null : await readGrayPng(png, width, height);
    if (this.estimating !== id) return;
    this.estimating = null;
    if (!reply.ok) this.error = reply.error;
    if (mask && this.#history) this.#history = addState(this.#history, { choice: 'network', mask });
  }

  /** Cancels the request for the mask of the network. */
  stopEstimate(): void {
    const id = this.estimating;
    this.estimating = null;
    if (id !== null) void ask('masks:cancel', { id });
  }

  /** Draws a part of a stroke; `finish` ends it. Returns what changed of the mask. */
  draw(from: Point, to: Point, brush: Brush): { readonly mask: PaintedMask; readonly changed: Rectangle } | null {
    if (!this.mask || this.busy) return null;
    this.stopEstimate();
    this.#stroke ??= { ...this.mask, data: this.mask.data.slice() };
    const changed = paintLine(this.#stroke, from, to, brush);
    return changed && { mask: this.#stroke, changed };
  }

  /** Ends a stroke, which can then be undone. */
  finish(): void {
    if (this.#stroke && this.#history) {
      this.#history = addState(this.#history, { choice: 'painted', mask: this.#stroke });
    }
    this.#stroke = null;
  }

  /** False while a stroke is drawn, and while the mask is applied. */
  get #canMove(): boolean {
    return this.#stroke === null && !this.busy;
  }

  undo(): void {
    if (this.#canMove) this.#history = this.#history && moveBy(this.#history, -1);
  }

  redo(): void {
    if (this.#canMove) this.#history = this.#history && moveBy(this.#history, 1);
  }

  /** Returns to the mask that the dialog opened with; this can be undone. */
  reset(): void {
    if (this.#canMove && this.#history && this.#first && this.#first !== this.#state) {
      this.#history = addState(this.#history, this.#first);
    }
  }

  /** Applies the mask. Returns the image with it, the same one if nothing changed; null: it failed or was cancelled. */
  async apply(): Promise<SheetImage | null> {
    const { choice, mask } = this;
    if (!mask || this.busy) return null;
    if (this.#state === this.#first) return this.#image;
    this.busy = true;
    const reply = await ask('masks:apply', {
      pictureId: this.#image.id,
      mask: choice === 'automatic' ? null : { method: choice, png: writeGrayPng(mask) },
    });
    this.busy = false;
    if (this.#isClosed) return null;
    this.error = reply.ok ? null : reply.error;
    return reply.ok ? { ...reply.value, slot: this.#image.slot } : null;
  }

  close(): void {
    this.#isClosed = true;
    this.stopEstimate();
    this.image?.picture.close();
  }
}

function toFull({ width, height }: PaintedMask): PaintedMask {
  return { width, height, data: new Uint8Array(width * height).fill(255) };
}
