import type { Environment } from '../viewer/environments.ts';
import type { LoadFailure } from '../viewer/load-failure.ts';
import type { Warning } from '../viewer/model-warnings.ts';
import type { MapName, Shading } from '../viewer/shadings.ts';
import { formatCount } from './format.ts';
import { countWords } from './count-words.ts';

/** Words about the 3D view: how it draws, its clips and aids, comparing, pictures of it, and what it found in a model. */
export const VIEWER_TEXTS = {
  shading: {
    lit: 'Lit',
    matcap: 'Matcap',
    normals: 'Normals, back faces red',
    wireframe: 'Wireframe',
    uv: 'UV checker',
    colours: 'Vertex colours',
  } satisfies Record<Exclude<Shading, MapName>, string>,
  maps: {
    base: 'Base colour',
    roughness: 'Roughness',
    metallic: 'Metallic',
    normal: 'Normal map',
    occlusion: 'Occlusion',
    emissive: 'Emissive',
  } satisfies Record<MapName, string>,
  oneMap: 'One map alone',
  oneMapShown: (map: string) => `One map alone: ${map}`,
  surface: 'Whole surface',
  noUv: 'This model has no UV: the checker has nothing to lie on.',
  noColours: 'This model has no vertex colours.',
  noMap: (map: string) => `${map}: no picture in this file, its plain value is shown.`,
  light: 'Light',
  environments: {
    studio: 'Studio',
    daylight: 'Daylight',
    sunset: 'Sunset',
    rim: 'Rim light',
  } satisfies Record<Environment, string>,
  turn: 'Turn',
  degrees: (degrees: number) => `${degrees}°`,
  exposure: 'Exposure',
  stops: (stops: number) => `${stops > 0 ? '+' : ''}${stops} stops`,
  reset: 'Reset light',
  figure: 'Figure, 1.75 m',
  skeleton: 'Skeleton',
  clips: {
    title: 'Clips',
    clip: 'Clip',
    rest: 'Rest pose',
    unnamed: (index: number) => `Clip ${index}`,
    play: 'Play',
    pause: 'Pause',
    time: 'Time in the clip',
    at: (seconds: string, of: string) => `${seconds} of ${of} s`,
    speed: 'Speed',
    times: (factor: number) => `${factor}×`,
    loop: 'Loop',
  },
  delivered: (format: string) => `Shown as delivered: ${format}. Choose another file`,
  failures: {
    too_large: 'The file is too large to be shown here. It is complete and can be exported.',
    too_long: 'Opening the file took too long and was stopped. It is complete and can be exported.',
    damaged: 'It could not be read as what it says it is. The other files of this job may open.',
    unreachable: 'The file could not be fetched. Check that the library is still there.',
  } satisfies Record<LoadFailure, string>,
  detail: (words: string) => `The reader says: ${words}`,
  uvSets: 'UV sets',
  bones: 'Bones',
  clipCount: 'Clips',
  edges: 'Closed',
  edgesFine: 'yes',
  edgesOpen: (count: number) => `no, ${countWords(count, 'open edge')}`,
  measuring: 'measuring…',
  warningsTitle: (count: number) => countWords(count, 'warning'),
  warnings: {
    missing_pictures: (count: number) =>
      `${countWords(count, 'picture')} named by the file ${count === 1 ? 'is' : 'are'} not in it, or of a kind not shown here.`,
    open_edges: (count: number) =>
      `${countWords(count, 'open edge')}: the surface is not closed. Printing needs it closed.`,
    many_sided: (count: number) =>
      `${countWords(count, 'edge')} with more than two faces: the surface is not a clean skin.`,
    turned: (count: number) => `${countWords(count, 'edge')} between faces that look opposite ways: see Normals, red.`,
    flipped: (count: number) => `${countWords(count, 'face')} with flipped normals: light falls on the wrong side.`,
    inside_out: (_count: number) => 'The whole surface is turned inside out: its faces look inwards.',
    thin_faces: (count: number) => `${countWords(count, 'face')} without area.`,
    large: (_count: number) => 'Larger than 100 m: check the scale before it is sent on.',
    small: (_count: number) => 'Smaller than 1 cm: check the scale before it is sent on.',
    no_uv: (count: number) =>
      `${countWords(count, 'textured mesh', 'textured meshes')} without UV: the picture cannot lie on it.`,
  } satisfies Record<Warning, (count: number) => string>,
  unmeasured: (triangles: number) => `Edges are measured up to ${formatCount(triangles)} triangles.`,
  compare: {
    title: 'Compare',
    stop: 'Stop comparing',
    with: 'Compare with',
    source: 'Source picture',
    none: 'Nothing to compare with: this is the only finished model.',
    layouts: { slider: 'Slider', side: 'Side by side' },
    swap: 'Swap A and B',
    divider: 'Where A ends and B begins',
    loading: 'Opening B…',
    failed: 'B does not open.',
  },
  picture: 'Save a picture',
  film: 'Save a turntable film',
  filming: (percent: number) => `Filming, ${percent} %`,
  stopFilm: 'Stop filming',
  noFilm: 'This browser records no film. A picture can be saved.',
} as const;
