/** The words of Dropforge: one for each idea, and what it means. */
export const GLOSSARY_TEXTS = {
  source: { word: 'Source', means: 'What you give: pictures, words, or a model file.' },
  job: { word: 'Job', means: 'One source on its way through one recipe: a row of the queue.' },
  recipe: { word: 'Recipe', means: 'A named chain of steps, with their settings, and where its results go.' },
  step: { word: 'Step', means: 'One thing that is made or changed on a job’s way, such as the shape or the texture.' },
  operation: { word: 'Operation', means: 'What a service can do in one step.' },
  task: { word: 'Task', means: 'A step as the service knows it; its id is what you report.' },
  service: { word: 'Service', means: 'Who makes models: this computer, or a cloud region with a key.' },
  key: {
    word: 'Key',
    means: 'What a cloud region knows you by. It is kept in the system’s keychain and never shown again.',
  },
  credits: {
    word: 'Credits',
    means: 'The service’s money. Held when a step begins, charged when it succeeds, back when it fails.',
  },
  estimate: { word: 'Estimate', means: 'What something will cost, as far as that is known before it is charged.' },
  cap: { word: 'Cap', means: 'How much may be spent on one day; what is above it waits for you.' },
  rehearsal: { word: 'Rehearsal mode', means: 'This computer behaves like the cloud, with play credits.' },
  library: { word: 'Library', means: 'The folder in which every file that was made is kept.' },
  output: { word: 'Output', means: 'A file that came out of a job.' },
  exportFolder: { word: 'Export folder', means: 'Where finished models appear; programs take them from there.' },
  hotFolder: { word: 'Hot folder', means: 'A folder whose new files become jobs by themselves.' },
  target: { word: 'Target', means: 'A program that receives models, such as Blender.' },
  bridge: { word: 'Bridge', means: 'What Dropforge puts into a program, so that it imports what is finished.' },
  receipt: { word: 'Receipt', means: 'A target’s answer: what it imported, or why not.' },
} as const;
