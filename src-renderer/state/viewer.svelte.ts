import type { ModelStatistics } from '../viewer/model-statistics.ts';
import type { Viewer, ViewOverlay } from '../viewer/create-viewer.ts';
import type { Shading } from '../viewer/shadings.ts';

/** How the 3D view stands. */
class ViewerState {
  shading = $state<Shading>('lit');
  grid = $state(true);
  dimensions = $state(true);
  turntable = $state(false);
  /** `empty`: no model to show; `lost`: the graphics driver restarted; `unsupported`: WebGL 2 is missing. */
  status = $state<'empty' | 'loading' | 'ready' | 'failed' | 'lost' | 'unsupported'>('empty');
  /** Why a model does not open, one sentence. */
  failure = $state('');
  /** What the shown model is made of; null while none is shown. */
  statistics = $state.raw<ModelStatistics | null>(null);
  overlay = $state.raw<ViewOverlay | null>(null);
  /** The view itself, for acts such as fitting; null while there is none. */
  viewer = $state.raw<Viewer | null>(null);
}

/** The page's viewer. */
export const viewing = new ViewerState();
