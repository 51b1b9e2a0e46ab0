/** Kinds of sources: an image, two to four views of one object, a prompt, or a model. */
export const SOURCE_KINDS = ['picture', 'views', 'prompt', 'model'] as const;

/** A kind of source. */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Sides of views, in the order of the service (spec 4.3); the front is required. */
export const VIEW_SLOTS = ['front', 'left', 'back', 'right'] as const;

/** A side of a view. */
export type ViewSlot = (typeof VIEW_SLOTS)[number];
