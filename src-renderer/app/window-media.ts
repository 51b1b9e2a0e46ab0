import { MediaQuery } from 'svelte/reactivity';

/** True while the window is so low that the whole page scrolls, as at 400 % zoom; style sheets repeat the condition. */
export const lowWindow = new MediaQuery('max-height: 499px');

/** True on a touchscreen, where targets are larger; style sheets repeat the condition. */
export const coarsePointer = new MediaQuery('pointer: coarse');

/** True while views have one column. */
export const narrowWindow = new MediaQuery('max-width: 719px');
