/** Texts of the settings for tray, notifications and other behaviour outside the window. */
export const APP_SETTINGS_TEXTS = {
  tray: 'Show icon in the tray',
  trayHelp: 'Shows running jobs and jobs that need attention. The menu can pause the queue.',
  keepRunning: 'Keep running in the tray when the window is closed',
  keepRunningHelp: 'Hot folders stay active. Quit from the tray or the File menu.',
  keepRunningNeeds: 'Requires the tray icon.',
  notify: 'Notifications',
  notifyHelp:
    'Notify me when a batch is finished or a job fails or needs attention while Dropforge is in the background. Notifications show job names only.',
  startAtLogin: 'Start at login',
  startAtLoginHelp: 'Starts in the tray if the tray icon is on, otherwise with its window.',
  browser: 'These settings apply to the desktop app, not to the browser.',
} as const;
