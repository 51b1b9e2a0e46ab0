import { countWords } from './count-words.ts';

/** Words about the order of the queue, its pauses, repeating a job, and models found at the service. */
export const QUEUE_TEXTS = {
  pauseAll: 'Pause all',
  resumeAll: 'Resume all',
  paused: 'Paused',
  pausedWords: 'The queue is paused. Nothing new is ordered; what was ordered still comes home.',
  pause: 'Pause',
  resume: 'Resume',
  resumePast: 'Resume past the limit',
  raise: 'Raise the limit…',
  byYou: 'by you',
  priority: 'Priority',
  move: 'Move',
  moves: { up: 'Up', down: 'Down', top: 'To the top', bottom: 'To the bottom' },
  again: 'Make again',
  againSame: 'Make again, same seeds',
  againNew: 'Make again, new seeds',
  sameSeeds: 'Same seeds',
  newSeeds: 'New seeds',
  more: {
    repeatTitle: (name: string) => `Make ${name} again?`,
    exportTitle: (name: string, format: string) => `Export ${name} as ${format}?`,
    export: 'One more conversion of the finished model is ordered.',
    same: 'With the same seeds the same comes out, as far as the service keeps its word.',
    other: 'With new seeds another model comes out.',
    costs: (amount: string) => `It is ordered and charged anew, about ${amount}.`,
    costsUnknown: 'It is ordered and charged anew. The price is not known before the service charges it.',
    repeatAct: 'Make again',
    exportAct: 'Export',
  },
  found: {
    bar: (count: number) =>
      count === 1
        ? '1 finished model at the service has no job here.'
        : `${count} finished models at the service have no job here.`,
    show: 'Show…',
    later: 'Later',
    title: 'Models without a job',
    lead: 'They are paid for. Bringing them home costs nothing.',
    none: 'None is known. Every order of this key has its job here.',
    look: 'Look now',
    looking: 'Looking…',
    choose: (what: string) => `Choose ${what}`,
    task: 'Task',
    /** How a task stands, in the service's own word. */
    status: (own: string) => own,
    import: (count: number) => `Bring ${countWords(count, 'model')} home`,
    dismiss: (count: number) => `Leave ${count} there`,
    dismissHelp: 'Left ones are not shown again. They stay at the service as long as it keeps them.',
    imported: (count: number) => `${countWords(count, 'model')} ${count === 1 ? 'comes' : 'come'} home.`,
    dismissed: (count: number) => `${countWords(count, 'model')} stay${count === 1 ? 's' : ''} at the service.`,
  },
} as const;
