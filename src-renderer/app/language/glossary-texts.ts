/** The words of Dropforge: one for each idea, and what it means. */
export const GLOSSARY_TEXTS = {
  source: { word: 'Source', means: 'The images, prompt or model file you start from.' },
  job: { word: 'Job', means: 'One source processed with one recipe: a row in the queue.' },
  recipe: { word: 'Recipe', means: 'A named sequence of operations with their settings and output formats.' },
  step: { word: 'Step', means: 'One operation of a job, such as generating the shape or the texture.' },
  operation: { word: 'Operation', means: 'Something a service can do, such as converting a model.' },
  task: { word: 'Task', means: 'A step as the service runs it. Quote its ID when you report a problem.' },
  service: { word: 'Service', means: 'Where models are generated: this computer, or a cloud region with an API key.' },
  key: {
    word: 'API key',
    means: 'Identifies you to a cloud region. It is stored in the system keychain and never shown again.',
  },
  credits: {
    word: 'Credits',
    means:
      'The currency of the service. Credits are held when a task starts, charged when it succeeds and refunded when it fails.',
  },
  estimate: { word: 'Estimate', means: 'The expected cost, before anything is charged.' },
  cap: { word: 'Spending limit', means: 'The maximum to spend in a day. Jobs above it wait for your confirmation.' },
  rehearsal: { word: 'Rehearsal mode', means: 'This computer behaves like the cloud, with test credits.' },
  library: { word: 'Library', means: 'The folder that keeps every generated file.' },
  output: { word: 'Output', means: 'A file that a job produced.' },
  exportFolder: { word: 'Output folder', means: 'Where finished models are saved. 3D programs import them from here.' },
  hotFolder: { word: 'Hot folder', means: 'A watched folder. Every new file in it becomes a job automatically.' },
  target: { word: 'Target', means: 'A program that receives models, such as Blender.' },
  bridge: {
    word: 'Bridge',
    means: 'The add-on that Dropforge installs in a program so that it imports finished models.',
  },
  receipt: { word: 'Receipt', means: 'A program’s report of what it imported or why it could not.' },
} as const;
