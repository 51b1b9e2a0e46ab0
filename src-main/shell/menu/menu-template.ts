import type { MenuItemConstructorOptions as Item } from 'electron';
import type { AppCommand } from '../../../src-shared/ipc/app-command.ts';
import type { ShellTexts } from '../shell-texts.ts';

/** Actions of the menu besides Electron's roles. */
export interface MenuActions {
  /** Sends a command to the page. */
  send(command: AppCommand): void;
  openExport(): void;
}

interface MenuOptions {
  readonly texts: ShellTexts;
  readonly platform: NodeJS.Platform;
  /** True if the app runs from its sources; adds Reload and DevTools. */
  readonly isDevelopment: boolean;
}

/** Shading modes, in the order of their shortcuts. */
const SHADING_COMMANDS = [
  'viewer.lit',
  'viewer.matcap',
  'viewer.normals',
  'viewer.wireframe',
  'viewer.uv',
  'viewer.colours',
] as const satisfies readonly AppCommand[];

const SEPARATOR: Item = { type: 'separator' };

/**
 * The menu bar by the conventions of the platform. Shortcuts of the page are shown but handled by the page, which knows
 * whether a text field has the focus. Single keys are not shown, because macOS would intercept them in text fields.
 */
export function toMenuTemplate(
  { texts: T, platform, isDevelopment }: MenuOptions,
  { send, openExport }: MenuActions,
): Item[] {
  const isMac = platform === 'darwin';
  const item = (label: string, command: AppCommand, accelerator?: string): Item => ({
    id: command,
    label,
    click: () => send(command),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  });
  /** A radio item. */
  const radio = (label: string, command: AppCommand): Item => ({
    ...item(label, command),
    type: 'radio',
    checked: false,
  });
  const settings = item(T.settings, 'view.settings', 'CmdOrCtrl+,');
  const file: Item[] = [
    item(T.addFiles, 'add.files', 'CmdOrCtrl+O'),
    item(T.addFolder, 'add.folder'),
    SEPARATOR,
    { id: 'openExport', label: T.openExport, click: openExport },
    item(T.found, 'view.found'),
    SEPARATOR,
    ...(isMac
      ? [{ role: 'close', label: T.close } as const]
      : [settings, SEPARATOR, { role: 'quit', label: T.quit } as const]),
  ];
  const edit: Item[] = [
    { role: 'undo', label: T.undo },
    { role: 'redo', label: T.redo },
    SEPARATOR,
    { role: 'cut', label: T.cut },
    { role: 'copy', label: T.copy },
    { role: 'paste', label: T.paste },
    { role: 'selectAll', label: T.selectAll },
  ];
  const view: Item[] = [
    radio(T.queue, 'view.queue'),
    radio(T.gallery, 'view.gallery'),
    radio(T.recipes, 'view.recipes'),
    radio(T.folders, 'view.folders'),
    radio(T.account, 'view.account'),
    SEPARATOR,
    { label: T.shading, submenu: SHADING_COMMANDS.map((command) => radio(T.shadings[command], command)) },
    SEPARATOR,
    item(T.find, 'view.find'),
    item(T.commands, 'help.commands', 'CmdOrCtrl+K'),
    SEPARATOR,
    { role: 'resetZoom', label: T.resetZoom },
    { role: 'zoomIn', label: T.zoomIn },
    { role: 'zoomOut', label: T.zoomOut },
    { role: 'togglefullscreen', label: T.fullScreen },
    ...(isDevelopment ? [SEPARATOR, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
  ];
  const job: Item[] = [
    item(T.pause, 'job.pause'),
    item(T.resume, 'job.resume'),
    { ...item(T.pauseAll, 'queue.pause'), type: 'checkbox', checked: false },
    SEPARATOR,
    item(T.retry, 'job.retry'),
    item(T.again, 'job.again'),
    item(T.againNew, 'job.againNew'),
    SEPARATOR,
    item(T.exportAs, 'job.export'),
    item(T.reveal, 'job.reveal'),
    SEPARATOR,
    item(T.cancel, 'job.cancel'),
    item(T.remove, 'job.remove'),
  ];
  const help: Item[] = [
    item(T.firstProject, 'help.firstProject'),
    item(T.keys, 'help.keys'),
    item(T.doctor, 'settings.doctor'),
    ...(isMac ? [] : [SEPARATOR]),
    item(T.about, 'settings.about'),
  ];
  const app: Item = {
    label: 'Dropforge',
    submenu: [
      item(T.about, 'settings.about'),
      SEPARATOR,
      settings,
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit', label: T.quit },
    ],
  };
  return [
    ...(isMac ? [app] : []),
    { label: T.file, submenu: file },
    { label: T.edit, submenu: edit },
    { label: T.view, submenu: view },
    { label: T.job, submenu: job },
    ...(isMac ? [{ role: 'windowMenu', label: T.window } as const] : []),
    { role: 'help', label: T.help, submenu: help },
  ];
}
