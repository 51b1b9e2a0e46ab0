import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** Sets the menu bar: what the system expects of every app, and the keys that come with it. */
export function setAppMenu(): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(template()));
}

function template(): MenuItemConstructorOptions[] {
  const onMac = process.platform === 'darwin';
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  const developer: MenuItemConstructorOptions[] = [
    { type: 'separator' },
    { role: 'reload' },
    { role: 'toggleDevTools' },
  ];
  return [
    ...(onMac ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: [onMac ? { role: 'close' } : { role: 'quit' }] },
    { role: 'editMenu' },
    { label: 'View', submenu: app.isPackaged ? view : [...view, ...developer] },
    { role: 'windowMenu' },
  ];
}
