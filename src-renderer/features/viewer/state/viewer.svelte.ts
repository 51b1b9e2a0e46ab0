import type { Artifact } from '../../../../src-shared/jobs/job.ts';
import type { LoadFailure } from '../load/load-failure.ts';
import type { MapImage } from '../shading/map-images.ts';
import type { ModelStatistics } from '../measure/model-statistics.ts';
import type { SurfaceFinding } from '../measure/measure-surface.ts';
import type { Environment } from '../surroundings/environments.ts';
import type { Viewer, ViewOverlay } from '../render/create-viewer.ts';
import type { ViewSplit, ViewOptions } from '../scene/view-options.ts';
import type { Shading } from '../shading/shading-modes.ts';

/** A clip of the shown model. */
interface ClipFacts {
  readonly name: string;
  readonly seconds: number;
}

/** What the shown model is compared with: another model file, or the image a job was made from. */
export type ComparedModel =
  | { readonly kind: 'model'; readonly artifact: Artifact; readonly name: string }
  | { readonly kind: 'source'; readonly jobId: string; readonly name: string };

/** How the 3D view stands. */
class ViewerState {
  shading = $state<Shading>('lit');
  environment = $state<Environment>('studio');
  /** Degrees. */
  turn = $state(0);
  /** Stops. */
  exposure = $state(0);
  grid = $state(true);
  dimensions = $state(true);
  figure = $state(false);
  skeleton = $state(false);
  turntable = $state(false);
  clips = $state.raw<readonly ClipFacts[]>([]);
  clip = $state<number | null>(null);
  playing = $state(false);
  speed = $state(1);
  loop = $state(true);
  /** The file that was asked for instead of the job's first; it counts while its job is shown. */
  wanted = $state<string | null>(null);
  rival = $state.raw<ComparedModel | null>(null);
  rivalStatus = $state<'loading' | 'ready' | 'failed'>('ready');
  layout = $state<ViewSplit['layout']>('slider');
  /** Where the slider stands, a share of the width. */
  divide = $state(0.5);
  /** The list of what it can be compared with. */
  choosesRival = $state(false);
  /** Share of the film that is made; null: none is being made. */
  filmed = $state<number | null>(null);
  /** `empty`: no model to show; `lost`: the graphics driver restarted; `unsupported`: WebGL 2 is missing. */
  status = $state<'empty' | 'loading' | 'ready' | 'failed' | 'lost' | 'unsupported'>('empty');
  failure = $state<LoadFailure>('damaged');
  /** What the reader said about a file it does not read, in its own English. */
  failureDetail = $state('');
  /** What the shown model is made of; null while none is shown. */
  statistics = $state.raw<ModelStatistics | null>(null);
  /** The images of its materials, each small; they come after it is seen. */
  maps = $state.raw<readonly MapImage[]>([]);
  /** What its surface is like; absent while it is measured. */
  surface = $state.raw<SurfaceFinding | undefined>(undefined);
  overlay = $state.raw<ViewOverlay | null>(null);
  /** The view itself, for acts such as fitting; null while there is none. */
  viewer = $state.raw<Viewer | null>(null);

  /** All that the view is to be drawn by. */
  options(): ViewOptions {
    const { shading, environment, turn, exposure, grid, dimensions, figure, skeleton, turntable } = this;
    const playing = { clip: this.clip, playing: this.playing, speed: this.speed, loop: this.loop };
    const split = this.rival && { layout: this.layout, at: this.divide };
    return { shading, environment, turn, exposure, grid, dimensions, figure, skeleton, turntable, playing, split };
  }

  /** Forgets what belonged to the last model. */
  forget(): void {
    this.statistics = null;
    this.surface = undefined;
    this.maps = [];
    this.clips = [];
    this.clip = null;
    this.playing = false;
    this.rival = null;
    this.failureDetail = '';
  }
}

/** The page's viewer. */
export const viewerState = new ViewerState();
