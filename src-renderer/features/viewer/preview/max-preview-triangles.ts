/** Maximum number of triangles of a model that is simplified for a preview: about two seconds in the worker. */
export const MAX_PREVIEW_TRIANGLES = 1_000_000;
