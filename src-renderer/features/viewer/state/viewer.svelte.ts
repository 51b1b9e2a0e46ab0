import type { Artifact } from '../../../../src-shared/jobs/job.ts';
import { readPreference, savePreference } from '../../../app/local-preferences.ts';
import type { LoadFailure } from '../load/load-failure.ts';
import type { MapImage } from '../shading/map-images.ts';
import type { ModelStatistics } from '../measure/model-statistics.ts';
import type { SurfaceFinding } from '../measure/measure-surface.ts';
import type { Environment } from '../surroundings/environments.ts';
import type { Viewer, ViewOverlay } from '../render/create-viewer.ts';
import type { ViewSplit, ViewOptions } from '../scene/view-options.ts';
import type { Shading } from '../shading/shading-modes.ts';

/** A clip of the displayed model. */
interface ClipFacts {
  readonly name: string;
  readonly seconds: number;
}

/** The compared item: another model file, or the source image of a job. */
export type ComparedModel =
  | {
      readonly kind: 'model';
      readonly artifact: Artifact;
      readonly name: string;
      /** True if the displayed model was made from it: it is on the left, otherwise on the right. */
      readonly isBefore?: true;
    }
  | { readonly kind: 'source'; readonly jobId: string; readonly name: string };

/** A change of the model that a form has the view show in advance: fewer triangles, or the UV checker. */
export type ModelPreview = { readonly kind: 'faces'; readonly triangles: number } | { readonly kind: 'uv' };

/** Values of the switch for previews; the first is the default. */
const PREVIEWS = ['on', 'off'] as const;

/** True if a compared item is on the left of the displayed model. */
export function isLeft(rival: ComparedModel): boolean {
  return rival.kind === 'model' && rival.isBefore === true;
}

/** State of the 3D view. */
class ViewerState {
  shading = $state<Shading>('lit');
  environment = $state<Environment>('studio');
  /** In degrees. */
  turn = $state(0);
  /** In stops. */
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
  /** The selected file instead of the job's first one; applies while its job is displayed. */
  wanted = $state<string | null>(null);
  rival = $state.raw<ComparedModel | null>(null);
  rivalStatus = $state<'loading' | 'ready' | 'failed'>('ready');
  layout = $state<ViewSplit['layout']>('slider');
  /** Position of the slider as a fraction of the width. */
  divide = $state(0.5);
  /** True while the list of comparisons is open. */
  choosesRival = $state(false);
  /** Progress of the recording, 0 to 1; null: not recording. */
  filmed = $state<number | null>(null);
  /** `empty`: no model; `lost`: the graphics driver restarted; `unsupported`: WebGL 2 is missing. */
  status = $state<'empty' | 'loading' | 'ready' | 'failed' | 'lost' | 'unsupported'>('empty');
  failure = $state<LoadFailure>('damaged');
  /** The reader's error for an unreadable file, in its own English. */
  failureDetail = $state('');
  /** Statistics of the displayed model; null without one. */
  statistics = $state.raw<ModelStatistics | null>(null);
  /** Thumbnails of its material images, created after it is displayed. */
  maps = $state.raw<readonly MapImage[]>([]);
  /** Measurement of its surface; undefined until it is finished. */
  surface = $state.raw<SurfaceFinding | undefined>(undefined);
  /** The preview that the open form asks for; null: none. */
  preview = $state.raw<ModelPreview | null>(null);
  /** Number of drawn triangles of a preview, or why the model itself is shown. */
  previewed = $state<number | 'pending' | 'unchanged' | 'too_large' | 'failed'>('pending');
  #previews = $state(readPreference('preview-operation', PREVIEWS));
  overlay = $state.raw<ViewOverlay | null>(null);
  /** The view, for actions such as fitting; null if there is none. */
  viewer = $state.raw<Viewer | null>(null);

  /** True if forms show previews; saved as a preference. */
  get previews(): boolean {
    return this.#previews === 'on';
  }

  set previews(previews: boolean) {
    this.#previews = previews ? 'on' : 'off';
    savePreference('preview-operation', this.#previews);
  }

  /** The preview to show; null if there is none, it is switched off, or models are compared. */
  readonly shownPreview = $derived(this.previews && this.rival === null ? this.preview : null);

  /** Returns the options of the view. */
  options(): ViewOptions {
    const { shading, environment, turn, exposure, grid, dimensions, figure, skeleton, turntable } = this;
    const playing = { clip: this.clip, playing: this.playing, speed: this.speed, loop: this.loop };
    const split = this.rival && { layout: this.layout, at: this.divide, isSwapped: isLeft(this.rival) };
    return { shading, environment, turn, exposure, grid, dimensions, figure, skeleton, turntable, playing, split };
  }

  /** Resets the state of the previous model. */
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

export const viewerState = new ViewerState();
