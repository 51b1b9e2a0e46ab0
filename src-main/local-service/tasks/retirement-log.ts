import { findImageModel, isRetired } from '../../../src-shared/api/models/image-models.ts';

/** Logs warnings about image models that will be retired (spec 4.3). */
export interface RetirementLog {
  /** A request with this model was accepted; logged once per start for each model with an announced date. */
  onUse(model: unknown): void;
}

/** A log that warns before a model's retirement; after it, requests are refused. `now` is epoch ms. */
export function createRetirementLog(now: () => number, warn: (line: string) => void): RetirementLog {
  const told = new Set<string>();

  return {
    onUse(id) {
      const model = findImageModel(id);
      if (model === null || model.retiresOn === null || isRetired(model, now()) || told.has(model.id)) return;
      told.add(model.id);
      warn(`A task uses the image model ${model.id}, which retires on ${model.retiresOn}. Choose a newer model.`);
    },
  };
}
