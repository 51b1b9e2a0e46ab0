/** Woods of furniture, for a slot. */
export const WOODS = 'wood:#8f6239|#6a4428|#b58a58|#4d3626';

/** Covers of seats, for a slot. */
export const COVERS = 'fabric:#a9503e|#4a6482|#6f8059|#cbbb9b|#7b5a72';

/** Glazes of crockery, for a slot. */
export const GLAZES = 'ceramic:#eceae4|#3f6f8c|#b6533c|#d6a93b|#58795d';

/** Lit screens, for a slot. */
export const SCREEN = 'neon:#2b5f8f|#3a7a6a!';
