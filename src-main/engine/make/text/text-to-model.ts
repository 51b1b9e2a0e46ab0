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

/** What a person may choose. */
export interface TextToModelOptions extends SceneOptions, DocumentOptions {
  /** Most triangles, or most quads with `isForQuads`; null: `MAX_SCENE_TRIANGLES`. */
  readonly faceLimit: number | null;
  /** The caller merges the triangles into quads afterwards: the limit counts quads, and nothing is compressed. */
  readonly isForQuads: boolean;
  readonly compress: Compression;
  readonly isPrintCheckWanted: boolean;
  /** The file of a picture whose colours the scene takes on; absent or null: none. */
  readonly style?: Uint8Array | null;
  /** Edge of the preview in pixels. */
  readonly previewSize: number;
}

/** A finished model with its picture. */
export interface TextToModelResult {
  /** A GLB. */
  readonly model: Uint8Array;
  /** WebP, square, transparent around the model. */
  readonly preview: Uint8Array;
  /** What was understood, what was ignored and what had to be given up, whole sentences. */
  readonly notes: readonly Note[];
  readonly triangles: number;
}

/** Triangles of a scene nobody limited. */
export const MAX_SCENE_TRIANGLES = 200_000;
/** A quad is two triangles, but not every triangle finds a partner. */
const TRIANGLES_A_QUAD = 1.6;
/** Steps of roundness that are tried before edges are collapsed. */
const COARSER = [1, 0.72, 0.5, 0.36, 0.26, 0.2] as const;

/**
 * Builds what a prompt names, by the grammar of docs/text-prompts.md: metres at real size, +Y up, +Z front, standing on
 * y = 0, centred. Every part is a closed solid, wound counter-clockwise from outside; parts overlap where they meet.
 * The same prompt and options give the same bytes. Throws `PromptError` for an empty prompt, and
 * `ImageError` where the style is no picture.
 * One thing: 0.1 to 0.5 s with preview.
 */
export async function textToModel(
  prompt: string,
  options: TextToModelOptions,
  report: ReportProgress,
): Promise<TextToModelResult> {
  report(0, 'read');
  const limit = options.faceLimit ?? MAX_SCENE_TRIANGLES;
  const made = makeWithin(prompt, options, options.isForQuads ? limit * TRIANGLES_A_QUAD : limit);
  const styled = options.style ? await restyleScenes([made.scene], options.style, options.textureSeed) : null;
  const notes = [...made.notes, ...(styled?.notes ?? [])];

  report(0.3, 'shape');
  const document = await toSceneDocument(styled?.scenes[0] ?? made.scene, options);
  const isCollapsed = !options.isForQuads && countTriangles(document) > limit;
  if (isCollapsed) {
    await simplifySurfaces(document, limit);
    await document.transform(prune({ keepAttributes: true }));
    notes.push(engineMessage('prompt.collapsed', { limit }));
  }
  if (options.isPrintCheckWanted) notes.push(checkSolids(made.scene, isCollapsed));

  report(0.55, 'preview');
  const picture = await renderPreview(document, { size: options.previewSize, ...PREVIEW_ANGLE, background: null });
  const preview = await encodePreview(picture);

  report(0.85, 'write');
  const triangles = countTriangles(document);
  const model = await toGlb(document, options.isForQuads ? '' : options.compress);
  report(1, 'write');
  return { model, preview, notes, triangles };
}

/** The scene as round as the limit allows. */
function makeWithin(prompt: string, options: SceneOptions, limit: number): BuiltScene {
  let made: BuiltScene | undefined;
  let hopeful = 1;
  for (const share of COARSER) {
    // Triangles fall with the square of the roundness at most, so steps that cannot be enough are passed over.
    if (share > hopeful && share !== COARSER.at(-1)) continue;
    made = buildScene(prompt, { ...options, detail: options.detail * share });
    const triangles = countSceneTriangles(made.scene);
    if (triangles <= limit) break;
    hopeful = share * Math.sqrt(limit / triangles) * 1.1;
  }
  return made!;
}

/** Triangles of all parts. */
export function countSceneTriangles({ objects }: Scene): number {
  return objects.reduce(
    (sum, { parts }) => sum + parts.reduce((own, { solid }) => own + solid.triangles.length / 3, 0),
    0,
  );
}

function checkSolids({ objects }: Scene, isCollapsed: boolean): Note {
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
