/** Slot of furniture wood, with its colours. */
export const WOODS = 'wood:#8f6239|#6a4428|#b58a58|#4d3626';

/** Slot of seat covers, with its colours. */
export const COVERS = 'fabric:#a9503e|#4a6482|#6f8059|#cbbb9b|#7b5a72';

/** Slot of glazed ceramics, with its colours. */
export const GLAZES = 'ceramic:#eceae4|#3f6f8c|#b6533c|#d6a93b|#58795d';

/** Slot of lit screens, with its colours. */
export const SCREEN = 'neon:#2b5f8f|#3a7a6a!';
