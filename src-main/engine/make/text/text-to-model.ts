import { prune } from '@gltf-transform/functions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { simplifySurfaces } from '../../base/primitive/simplify-surfaces.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { encodePreview, PREVIEW_ANGLE, renderPreview } from '../../base/render/render-preview.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { toGlb, type Compression } from '../../files/gltf/to-glb.ts';
import { isClosed } from '../../base/mesh/triangle-mesh.ts';
import { buildScene, type BuiltScene, type SceneOptions } from './scene/build-scene.ts';
import { restyleScenes } from './restyle-scenes.ts';
import type { Scene } from './scene/scene.ts';
import { toSceneDocument, type DocumentOptions } from './scene/to-scene-document.ts';

/** Options for generating a model from text. */
export interface TextToModelOptions extends SceneOptions, DocumentOptions {
  /** Maximum number of triangles, or of quads with `isForQuads`; null: `MAX_SCENE_TRIANGLES`. */
  readonly faceLimit: number | null;
  /** The caller merges the triangles into quads afterwards: the limit counts quads, and the model is not compressed. */
  readonly isForQuads: boolean;
  readonly compress: Compression;
  readonly isPrintCheckWanted: boolean;
  /** Image file whose colours the scene adopts; absent or null: none. */
  readonly style?: Uint8Array | null;
  /** Edge of the preview in pixels. */
  readonly previewSize: number;
}

/** A generated model and its preview. */
export interface TextToModelResult {
  /** A GLB. */
  readonly model: Uint8Array;
  /** WebP, square, transparent around the model. */
  readonly preview: Uint8Array;
  /** Notes for the user: what was understood, what was ignored and what was reduced. */
  readonly notes: readonly Note[];
  readonly triangles: number;
}

/** Maximum number of triangles of a scene without a limit. */
export const MAX_SCENE_TRIANGLES = 200_000;
/** Triangles per quad: fewer than two, because some triangles find no partner. */
const TRIANGLES_PER_QUAD = 1.6;
/** Factors of `detail` that are tried before edges are collapsed. */
const DETAIL_STEPS = [1, 0.72, 0.5, 0.36, 0.26, 0.2] as const;

/**
 * Builds the objects that a prompt names, by the grammar in docs/text-prompts.md: metres at real size, +Y up, +Z front,
 * standing on y = 0, centred. Every part is a closed solid, wound counter-clockwise seen from outside; parts overlap
 * where they meet. The same prompt and options give the same bytes. Throws `PromptError` for an empty prompt and
 * `ImageError` if the style is not an image. One object takes 0.1 to 0.5 s with its preview.
 */
export async function textToModel(
  prompt: string,
  options: TextToModelOptions,
  report: ReportProgress,
): Promise<TextToModelResult> {
  report(0, 'read');
  const limit = options.faceLimit ?? MAX_SCENE_TRIANGLES;
  const built = buildWithin(prompt, options, options.isForQuads ? limit * TRIANGLES_PER_QUAD : limit);
  const styled = options.style ? await restyleScenes([built.scene], options.style, options.textureSeed) : null;
  const notes = [...built.notes, ...(styled?.notes ?? [])];

  report(0.3, 'shape');
  const document = await toSceneDocument(styled?.scenes[0] ?? built.scene, options);
  const isCollapsed = !options.isForQuads && countTriangles(document) > limit;
  if (isCollapsed) {
    await simplifySurfaces(document, limit);
    await document.transform(prune({ keepAttributes: true }));
    notes.push(engineMessage('prompt.collapsed', { limit }));
  }
  if (options.isPrintCheckWanted) notes.push(checkForPrinting(built.scene, isCollapsed));

  report(0.55, 'preview');
  const image = await renderPreview(document, { size: options.previewSize, ...PREVIEW_ANGLE, background: null });
  const preview = await encodePreview(image);

  report(0.85, 'write');
  const triangles = countTriangles(document);
  const model = await toGlb(document, options.isForQuads ? '' : options.compress);
  report(1, 'write');
  return { model, preview, notes, triangles };
}

/** Builds the scene with as much detail as the limit allows. */
function buildWithin(prompt: string, options: SceneOptions, limit: number): BuiltScene {
  let built: BuiltScene | undefined;
  let maxStep = 1;
  for (const step of DETAIL_STEPS) {
    // The number of triangles falls at most with the square of the detail, so steps that cannot suffice are skipped.
    if (step > maxStep && step !== DETAIL_STEPS.at(-1)) continue;
    built = buildScene(prompt, { ...options, detail: options.detail * step });
    const triangles = countSceneTriangles(built.scene);
    if (triangles <= limit) break;
    maxStep = step * Math.sqrt(limit / triangles) * 1.1;
  }
  return built!;
}

/** Counts the triangles of all parts. */
export function countSceneTriangles({ objects }: Scene): number {
  return objects.reduce(
    (sum, { parts }) => sum + parts.reduce((own, { solid }) => own + solid.triangles.length / 3, 0),
    0,
  );
}

function checkForPrinting({ objects }: Scene, isCollapsed: boolean): Note {
  if (isCollapsed) return engineMessage('prompt.print-collapsed');
  const open = objects.flatMap(({ name, parts }) =>
    parts
      .filter(
        ({ solid }) =>
          !isClosed({ positions: Float32Array.from(solid.positions), indices: Uint32Array.from(solid.triangles) }),
      )
      .map((part) => `${name} ${part.name}`),
  );
  return open.length === 0
    ? engineMessage('prompt.print-closed')
    : engineMessage('prompt.print-open', { names: [...new Set(open)].slice(0, 8).join(', ') });
}
