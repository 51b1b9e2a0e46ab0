/** A generation model (spec 4.3) and its capabilities; this table is their only definition. */
export interface GenerationModel {
  readonly id: string;
  readonly title: string;
  readonly series: 'H' | 'P';
  /** Default texture version (4.3). */
  readonly defaultTexture: TextureVersion;
  /** Fields that must be absent; `refusesFalse` defines what counts as absent per region. */
  readonly mustOmit: readonly string[];
  /** Range of `face_limit` in faces; null if the document defines none. */
  readonly faceLimit: {
    readonly triangles: readonly [number, number];
    readonly quads: readonly [number, number];
  } | null;
}

/** Texture versions (4.3), newest first. */
export const TEXTURE_VERSIONS = ['v3.5-20260815', 'v3.0-20250812', 'v2.5-20250123'] as const;

/** A texture version. */
export type TextureVersion = (typeof TEXTURE_VERSIONS)[number];

/** The texture version that supports `fast` and `delight` (4.3). */
export const LATEST_TEXTURE_VERSION: TextureVersion = 'v3.5-20260815';

const P1_OMITS = ['quad', 'smart_low_poly', 'generate_parts', 'geometry_quality'] as const;

/** The 3D generation models (4.3). There is no default: a request must name one. */
export const GENERATION_MODELS = [
  { id: 'v3.1-20260211', title: 'v3.1', series: 'H', defaultTexture: 'v3.0-20250812', mustOmit: [], faceLimit: null },
  { id: 'v3.0-20250812', title: 'v3.0', series: 'H', defaultTexture: 'v3.0-20250812', mustOmit: [], faceLimit: null },
  { id: 'v2.5-20250123', title: 'v2.5', series: 'H', defaultTexture: 'v2.5-20250123', mustOmit: [], faceLimit: null },
  {
    id: 'P1-20260311',
    title: 'P1',
    series: 'P',
    defaultTexture: 'v3.0-20250812',
    mustOmit: P1_OMITS,
    faceLimit: { triangles: [48, 20_000], quads: [48, 20_000] },
  },
  {
    id: 'P2-20260801',
    title: 'P2',
    series: 'P',
    defaultTexture: 'v3.0-20250812',
    mustOmit: [],
    faceLimit: { triangles: [48, 50_000], quads: [48, 25_000] },
  },
] as const satisfies readonly GenerationModel[];

/** Ids of the 3D generation models, as used in `model`. */
export const GENERATION_MODEL_IDS = GENERATION_MODELS.map((model) => model.id) as [
  (typeof GENERATION_MODELS)[number]['id'],
  ...(typeof GENERATION_MODELS)[number]['id'][],
];

/** Returns the generation model with an id; null if unknown. */
export function findGenerationModel(id: unknown): GenerationModel | null {
  return GENERATION_MODELS.find((model) => model.id === id) ?? null;
}

/** Range of `face_limit` with `smart_low_poly` (4.3). */
export const LOW_POLY_LIMIT = { triangles: [500, 20_000], quads: [500, 10_000] } as const;

/** A deployment of the service; a few rules differ between them (4.3, P1). */
export type Deployment = 'international' | 'china';

/** Minimum `face_limit` of P1 by deployment (4.3). */
export const P1_MIN_FACE_LIMIT: Record<Deployment, number> = { international: 48, china: 50 };
