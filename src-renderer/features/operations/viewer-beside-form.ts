import { MediaQuery } from 'svelte/reactivity';

/** True if the window is wide enough for a viewer beside a form. */
export const viewerBesideForm = new MediaQuery('min-width: 900px');
