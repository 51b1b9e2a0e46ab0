/** Height of the figure in metres. Separate from the figure, because the page needs it before three is loaded. */
export const FIGURE_HEIGHT = 1.75;
