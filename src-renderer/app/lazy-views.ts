/** Views that are opened later and loaded then, so that the queue is drawn sooner. */
export const LAZY_VIEWS = {
  recipes: () => import('../features/recipes/RecipesView.svelte'),
  account: () => import('../features/account/AccountView.svelte'),
  operations: () => import('../features/operations/OperationsView.svelte'),
  settings: () => import('../features/settings/SettingsView.svelte'),
};

/** The page waits no longer than this for a moment with nothing to do. */
const LONGEST_WAIT_MS = 3_000;
/** Where the browser does not tell when that is. */
const USUAL_WAIT_MS = 300;

/**
 * Loads the later views, one after another, whenever the page has nothing else to do: then a key that opens one finds it
 * there, and the next key is its own. Returns the way to stop; a view that does not load is asked for again when it is opened.
 */
export function loadViewsWhenIdle(): () => void {
  const left = Object.values(LAZY_VIEWS);
  let stop: () => void = () => undefined;
  const next = (): void => {
    const load = left.shift();
    if (!load) return;
    stop = whenIdle(() => {
      load().then(next, next);
    });
  };
  next();
  return () => {
    left.length = 0;
    stop();
  };
}

function whenIdle(run: () => void): () => void {
  // Safari has none.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, USUAL_WAIT_MS);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = requestIdleCallback(run, { timeout: LONGEST_WAIT_MS });
  return () => {
    cancelIdleCallback(handle);
  };
}
