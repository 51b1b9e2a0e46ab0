/** What a job can be made of: an image, two to four views of one thing, a description, or a model. */
export const SOURCE_KINDS = ['picture', 'views', 'prompt', 'model'] as const;

/** What a job can be made of. */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The sides a view can show, in the order of the service (spec 4.3); the front is never missing. */
export const VIEW_SLOTS = ['front', 'left', 'back', 'right'] as const;

/** The side a view shows. */
export type ViewSlot = (typeof VIEW_SLOTS)[number];
