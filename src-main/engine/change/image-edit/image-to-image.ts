import { engineMessage, type Note, uniqueNotes } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from '../../base/image/image.ts';
import { readImage } from '../../base/image/read-image.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import type { ImageTemplate } from '../../base/image/image-template.ts';
import { applyEdits, type Edited } from './instruction/apply-edits.ts';
import { describeEditPlan } from './instruction/describe-edit-plan.ts';
import type { Edit, EditPlan } from './instruction/edit.ts';
import { encodeImage } from './encode-image.ts';
import { frameImage, type ImageOutput } from './frame-image.ts';
import {
  findBackgroundChange,
  isBackgroundEdit,
  NO_BACKGROUND_CHANGE,
  replaceBackground,
  type BackgroundChange,
} from './background/replace-background.ts';
import { makeVariants } from './make-variants.ts';
import { findNearestPlan } from './instruction/find-nearest-plan.ts';
import { parseEdit } from './instruction/parse-edit.ts';
import { renderSketch } from './templates/render-sketch.ts';
import { applyTemplate } from './templates/apply-template.ts';
import { findImageSubject } from '../../base/mask/image-subject.ts';
import { transferColors } from '../../base/style/transfer-colors.ts';

/** Options of an edit. */
export interface ImageToImageOptions extends ImageOutput {
  readonly prompt: string;
  readonly template: ImageTemplate | null;
  readonly isTPose: boolean;
  readonly isSketch: boolean;
  readonly format: 'png' | 'jpeg';
  readonly background: 'auto' | 'opaque' | 'transparent';
  readonly isWatermarked: boolean;
  /** Cells along the long edge of the relief used for lighting. */
  readonly reliefEdge: number;
  readonly seed: number;
}

/** A finished image. */
export interface ImageToImageResult {
  readonly image: Uint8Array;
  /** Notes for the user about what was understood and ignored. */
  readonly notes: readonly Note[];
}

/**
 * Edits an image by a prompt and a template: colours, materials, tones, light, filters and background; a second image
 * provides its colours or becomes the background. Words without a known change are read as the nearest known look; notes
 * report it. Rule-based image processing: it adds nothing that the image does not
 * show. The same sources and options give the same bytes.
 *
 * Throws `ImageError` for a file that is not an image, and `EditError` if the prompt is empty or what it requests cannot
 * be done. 1024 px: 1 to 3 s.
 */
export async function imageToImage(
  sources: readonly Uint8Array[],
  options: ImageToImageOptions,
  report: ReportProgress,
): Promise<ImageToImageResult> {
  report(0, 'read');
  const [first, second] = await Promise.all(sources.slice(0, 2).map((bytes) => readImage(bytes)));
  if (!first) throw new Error('An edit was given no picture.');
  const templates = [...new Set([...(options.isTPose ? ['t_pose' as const] : []), options.template])].filter(
    (name) => name !== null,
  );
  const parsed = parseEdit(options.prompt);
  const isAllUnknown = parsed.edits.length === 0 && templates.length === 0 && !options.isSketch && !second;
  const plan = isAllUnknown ? findNearestPlan(options.prompt, parsed) : parsed;
  const notes = describeEditPlan(plan, second !== undefined);
  if (sources.length > 2) notes.push(engineMessage('edit.first-two-images'));

  report(0.1, 'edit');
  const source = options.isSketch
    ? await drawSketch(first, plan, options)
    : { image: first, edits: plan.edits, notes: [] };
  let edited = await applyEdits(source.image, source.edits, options, (share) => report(0.1 + 0.4 * share, 'edit'));
  const use = plan.second ?? 'style';
  if (second && use === 'style') edited = await copyStyle(edited, second);
  notes.push(...source.notes, ...edited.notes);

  report(0.5, 'compose');
  const behind = toBehind(plan.edits, options);
  const scene = second && use === 'background' ? second : null;
  for (const template of templates) {
    if (template === 'variants') continue;
    const followed = await applyTemplate(template, edited, scene ? CLEAR : behind, options.reliefEdge);
    notes.push(...followed.notes);
    edited = followed;
  }
  report(0.7, 'compose');
  let image = edited.image;
  if (second && !scene) notes.push(engineMessage('edit.second-image-colors'));
  // The figure template already draws a studio.
  if ((behind && !templates.includes('figure')) || scene) {
    const isAllAsked = plan.edits.every(isBackgroundEdit) && templates.length === 0 && !options.isSketch;
    const put = await replaceBackground(edited, behind ?? NO_BACKGROUND_CHANGE, scene, isAllAsked);
    image = put.image;
    notes.push(...put.notes);
  }
  if (templates.includes('variants')) {
    image = makeVariants(image, edited.subject, options.seed);
    notes.push(engineMessage('edit.variants'));
  }

  report(0.85, 'write');
  const framed = await frameImage(image, options);
  notes.push(...framed.notes);
  const isClearWanted = behind?.background?.kind === 'clear';
  if (isClearWanted && options.format === 'jpeg') notes.push(engineMessage('edit.jpeg-background'));
  const keepsAlpha = options.background !== 'opaque';
  if (isClearWanted && options.format === 'png' && !keepsAlpha) notes.push(engineMessage('edit.opaque-background'));
  const file = await encodeImage(framed.image, { ...options, keepsAlpha });
  report(1, 'write');
  return { image: file, notes: uniqueNotes(notes) };
}

const CLEAR: BackgroundChange = { ...NO_BACKGROUND_CHANGE, background: { kind: 'clear' } };

/** Renders a sketch. It takes the prompt's colours region by region, so colour edits of the whole image are removed. */
async function drawSketch(drawing: Image, plan: EditPlan, { reliefEdge, seed }: ImageToImageOptions) {
  const { image, note } = await renderSketch(drawing, plan.colors, reliefEdge, seed);
  const edits = plan.edits.flatMap((edit): Edit[] => {
    // “Sketch” names the source here and does not ask for the pencil filter.
    if (edit.kind === 'filter' && edit.filter === 'pencil') return [];
    if (edit.kind !== 'restyle') return [edit];
    const { color, from, ...rest } = edit.style;
    const isPaint = color !== null && plan.colors.length > 0;
    return [{ kind: 'restyle', style: isPaint ? { ...rest, color: null, from: null } : { ...rest, color, from } }];
  });
  return { image, edits, notes: [note] };
}

async function copyStyle(edited: Edited, style: Image): Promise<Edited> {
  const other = await findImageSubject(style);
  const { subject } = edited;
  const isBoth = subject.isFound && other.isFound;
  const image = transferColors(edited.image, isBoth ? subject.mask.data : null, style, isBoth ? other.mask.data : null);
  return { ...edited, image };
}

/** Combines the background options; the prompt takes precedence over the field. */
function toBehind(edits: readonly Edit[], { background }: ImageToImageOptions): BackgroundChange | null {
  const said = findBackgroundChange(edits);
  if (background !== 'transparent' || said?.background) return said;
  return { ...(said ?? NO_BACKGROUND_CHANGE), background: { kind: 'clear' } };
}
