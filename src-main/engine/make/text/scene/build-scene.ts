import { engineMessage, type Note, uniqueNotes } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { arrangeScene } from './arrange-scene.ts';
import { countSpareColors } from './assign-finishes.ts';
import { buildSceneObject, type BuildOptions } from './build-scene-object.ts';
import { relateGroups } from './relate-groups.ts';
import type { Scene, SceneObject } from './scene.ts';
import { readPrompt } from '../prompt/read-prompt.ts';
import { describeParsedPrompt } from '../prompt/describe-parsed-prompt.ts';
import type { ParsedPrompt } from '../prompt/parsed-prompt.ts';
import { uniqueName } from '../../../base/document/unique-name.ts';
import { pluralize } from '../../../base/language/pluralize.ts';

/** What decides a scene beside its prompt. */
export interface SceneOptions {
  readonly modelSeed: number;
  readonly imageSeed: number;
  /** Things named here are left out. */
  readonly negativePrompt: string;
  /** Share of the usual roundness, 1 as usual. */
  readonly detail: number;
}

/** A scene and what a person should know about how it was read. */
export interface BuiltScene {
  readonly scene: Scene;
  readonly understanding: ParsedPrompt;
  readonly notes: readonly Note[];
}

/** Most things in one scene. */
const MAX_OBJECTS = 60;
const LOW_POLY_DETAIL = 0.34;
const FINE_DETAIL = 1.5;

/** Reads a prompt and builds what it names, or what is nearest to it. Throws `PromptError` for an empty prompt. */
export function buildScene(prompt: string, options: SceneOptions): BuiltScene {
  const read = readPrompt(prompt, options.negativePrompt);
  const notes: Note[] = [...read.notes];
  const note = (sentence: Note) => void notes.push(sentence);

  const make: BuildOptions = {
    modelSeed: options.modelSeed,
    imageSeed: options.imageSeed,
    detail: options.detail * (read.isLowPoly ? LOW_POLY_DETAIL : read.isDetailed ? FINE_DETAIL : 1),
    isFaceted: read.isLowPoly,
  };
  let left = MAX_OBJECTS;
  const groups = read.groups.map((group, k) => {
    // Every group keeps one thing, so that relations have both ends.
    const count = Math.max(1, Math.min(group.count, left - (read.groups.length - k - 1)));
    if (count < group.count)
      note(
        engineMessage('prompt.max-objects', {
          max: MAX_OBJECTS,
          built: count,
          name: pluralize(group.name),
          asked: group.count,
        }),
      );
    left -= count;
    return { ...group, count };
  });
  const objects = groups.map((group) =>
    Array.from({ length: group.count }, (_, copy) => buildSceneObject(group, copy, make)),
  );
  for (const group of groups) {
    if (countSpareColors(group) > 0) note(engineMessage('prompt.too-many-colors', { name: group.name }));
  }

  const relations = relateGroups(
    read.links,
    objects.map((own) => own[0]!),
    note,
  );
  const taken = new Set<string>();
  const placed = arrangeScene(objects, relations, note).map((object): SceneObject => ({
    ...object,
    name: uniqueName(object.name, taken),
  }));
  const understanding = { ...read, groups };
  return {
    scene: { objects: placed, isFaceted: read.isLowPoly },
    understanding,
    notes: [...describeParsedPrompt(understanding), ...uniqueNotes(notes)],
  };
}
