/** Words of the settings for what the app does outside its window. */
export const AROUND_TEXTS = {
  tray: 'Icon in the tray',
  trayHelp: 'Shows what is running and what needs you; its menu pauses everything.',
  keepRunning: 'Keep running in the tray when the window is closed',
  keepRunningHelp: 'Hot folders go on being watched. Quit from the tray or the File menu.',
  keepRunningNeeds: 'Needs the icon in the tray.',
  notify: 'Notifications',
  notifyHelp:
    'When a batch is ready, a job failed or needs you, and you look at something else. They name jobs, nothing more.',
  startAtLogin: 'Start with the computer',
  startAtLoginHelp: 'In the tray where its icon is on, else with its window.',
  browser: 'A page in a browser has no surroundings. These count in the app’s own window.',
} as const;
