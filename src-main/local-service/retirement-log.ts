import { findImageModel, IMAGE_MODELS, isRetired, type ImageModel } from '../../src-shared/api/image-models.ts';

/** Tells the log of image models that will be gone (spec 4.3). */
export interface RetirementLog {
  /** Names every model whose day is near. */
  atStart(): void;
  /** A request was accepted that names this model; told once a start for each model whose day is announced. */
  onUse(model: unknown): void;
}

/** A day further off is no news at every start. */
const NEAR_MS = 60 * 24 * 60 * 60 * 1000;

/** A log that warns before a model's retirement; after it, requests are refused. `now` is epoch ms. */
export function createRetirementLog(now: () => number, warn: (line: string) => void): RetirementLog {
  const told = new Set<string>();

  /** Epoch ms; null when none is announced, or when it has come. */
  function dayAhead(model: ImageModel | null): number | null {
    return model?.retiresOn == null || isRetired(model, now()) ? null : Date.parse(model.retiresOn);
  }

  return {
    atStart() {
      for (const model of IMAGE_MODELS) {
        const day = dayAhead(model);
        if (day !== null && day - now() < NEAR_MS) warn(`The image model ${model.id} retires on ${model.retiresOn}.`);
      }
    },
    onUse(id) {
      const model = findImageModel(id);
      if (model === null || dayAhead(model) === null || told.has(model.id)) return;
      told.add(model.id);
      warn(`A task uses the image model ${model.id}, which retires on ${model.retiresOn}. Choose a newer model.`);
    },
  };
}
