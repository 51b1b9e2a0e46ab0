/** Texts of the start page, shown while there are no jobs. */
export const ONBOARDING_TEXTS = {
  title: 'Drop an image, get a model',
  body: 'Drop images, folders or models anywhere in this window. Each image becomes a model.',
  choose: 'Choose images',
  paste: 'Paste copied images with',
  kinds: 'JPEG, PNG, WebP, BMP, TIFF, GIF, AVIF · GLB, FBX, OBJ …',
  samples: 'Or try a sample',
  samplesFree: 'generated on this computer in a few seconds, free',
  sampleKind: 'one image',
  /** Returns a sample's title; `own` is its title in the main process. */
  sampleTitle: (_name: string, own: string) => own,
  project: {
    title: 'First project',
    offer: 'New here? Generate a model, change it and find its files in one minute.',
    start: 'Start first project',
    decline: 'No thanks',
    progress: (step: number, of: number, words: string) => `First project, step ${step} of ${of}: ${words}`,
    steps: {
      source: 'Drop an image on the window, or choose a sample.',
      generate: 'The model is being generated. Its row shows the progress.',
      look: 'Drag in the viewer to turn the model, or press T.',
      operation: 'Choose Operations…, then Decimate, and run it.',
      output: 'The files are in the output folder and listed here. Click one, or choose Export as….',
    },
    show: 'Show control',
    skip: 'Skip step',
    finish: 'Finish',
    end: 'End',
  },
  whereMade: 'Service',
  whereGo: 'Output folder',
  recipe: 'Recipe',
  formats: 'Output formats',
  localHelp:
    'Draft quality: the shape is based on the outline of your image. Useful for blocking out scenes and trying workflows.',
  localFacts: ['No account', 'Works offline', 'Images stay on this computer'],
  cloudNeeds: 'with an API key',
  cloudHelp:
    'Full quality. Images are sent to the service. Credits are held when a task starts, charged when it succeeds and refunded when it fails. Dropforge asks before it spends credits.',
  oneRegion: 'An API key works in one region only.',
  aModel: (price: string) => `estimate ${price} per model`,
} as const;
