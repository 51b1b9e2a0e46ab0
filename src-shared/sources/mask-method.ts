/**
 * Where the mask of an image comes from, if the user chose one: the built-in method, a network or generator of the user, the
 * whole image, or painted by hand. Without a choice, the service separates the subject.
 */
export const MASK_METHODS = ['built_in', 'network', 'whole_image', 'painted'] as const;

/** Where a chosen mask comes from. */
export type MaskMethod = (typeof MASK_METHODS)[number];
