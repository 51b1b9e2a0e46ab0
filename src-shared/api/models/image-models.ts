/** Families of image models with common limits and capabilities (spec 4.3, image generation fields). */
export const IMAGE_FAMILIES = {
  gpt: { title: 'Chat image', mostImages: 16 },
  banana: { title: 'Banana', mostImages: 10 },
  seedream: { title: 'Seedream', mostImages: 4 },
} as const;

/** A family of image models. */
type ImageFamily = keyof typeof IMAGE_FAMILIES;

/** Image qualities, cheapest first; the first one is the default (4.3). */
export const IMAGE_QUALITIES = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** An image quality. */
export type ImageQuality = (typeof IMAGE_QUALITIES)[number];

/** An image model and its capabilities. */
export interface ImageModel {
  readonly id: string;
  readonly family: ImageFamily;
  /** True if it supports text-to-image only. */
  readonly textOnly: boolean;
  /** Empty: the field is rejected. */
  readonly qualities: readonly ImageQuality[];
  /** True if it supports `background`; other models ignore it. */
  readonly background: boolean;
  /** True if `size` may be `WIDTHxHEIGHT` within `CUSTOM_SIZE`. */
  readonly customSize: boolean;
  /** First day on which it no longer exists, as ISO date; null: none announced. */
  readonly retiresOn: string | null;
}

const THREE: readonly ImageQuality[] = ['low', 'medium', 'high'];

/** The image models (4.3). Canonical vendor names are not included and are rejected. */
export const IMAGE_MODELS = [
  model('chat_image_1', 'gpt', { retiresOn: '2026-10-23' }),
  model('chat_image_1.5', 'gpt', { retiresOn: '2026-12-01' }),
  model('chat_image_2', 'gpt', { qualities: THREE, customSize: true }),
  model('chat_image_2.5_flare', 'gpt', { qualities: IMAGE_QUALITIES, customSize: true, background: true }),
  model('chat_image_2.5_sunburst', 'gpt', { qualities: IMAGE_QUALITIES, customSize: true, background: true }),
  model('banana', 'banana', {}),
  model('banana_pro', 'banana', {}),
  model('banana2', 'banana', {}),
  model('seedream_v4', 'seedream', { textOnly: true }),
  model('seedream_v5', 'seedream', {}),
] as const satisfies readonly ImageModel[];

/** Ids of the image models. */
export const IMAGE_MODEL_IDS = IMAGE_MODELS.map(({ id }) => id) as [string, ...string[]];

/** Default models (4.3). */
export const DEFAULT_IMAGE_MODEL = { text: 'seedream_v4', image: 'seedream_v5' } as const;

/** Limits of a custom size: edges in pixels, multiples of `step`, and pixels of the whole image (4.3). */
export const CUSTOM_SIZE = {
  longestEdge: 3840,
  step: 16,
  widestRatio: 3,
  fewestPixels: 655_360,
  mostPixels: 8_294_400,
} as const;

/** Resolution classes of `size`. The document does not list them: our own choice of the usual four. */
export const RESOLUTION_CLASSES = ['512', '1K', '2K', '4K'] as const;

/** Aspect ratios of the banana family in common use. The document does not list them: suggestions, never a restriction. */
export const ASPECT_RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const;

/** Templates; each provides the prompt of an image-to-image task (4.3). */
export const IMAGE_TEMPLATES = ['t_pose', 'character_completion', '3d_enhance', 'variants', 'figure'] as const;

/** Returns the image model with an id; null if unknown. */
export function findImageModel(id: unknown): ImageModel | null {
  return IMAGE_MODELS.find((row) => row.id === id) ?? null;
}

/** True if a model is retired at a time. */
export function isRetired(row: ImageModel, now: number): boolean {
  return row.retiresOn !== null && now >= Date.parse(row.retiresOn);
}

function model(id: string, family: ImageFamily, abilities: Partial<Omit<ImageModel, 'id' | 'family'>>): ImageModel {
  return {
    id,
    family,
    textOnly: false,
    qualities: [],
    background: false,
    customSize: false,
    retiresOn: null,
    ...abilities,
  };
}
