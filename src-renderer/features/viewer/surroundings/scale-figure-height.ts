/** Metres from the floor to the top of the figure's head. Apart from the figure: the page names it before three is loaded. */
export const FIGURE_HEIGHT = 1.75;
