// The module that `electron` resolves to in the main process.
import { app } from './app.mjs';
import {
  clipboard,
  dialog,
  globalShortcut,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
} from './desktop.mjs';
import { ipcMain } from './ipc.mjs';
import { Menu, MenuItem, Tray } from './menus.mjs';
import { net, protocol, session } from './protocol.mjs';
import { safeStorage } from './safe-storage.mjs';
import { strict } from './strict.mjs';
import { utilityProcess } from './utility-process.mjs';
import { webContents } from './web-contents.mjs';
import { BrowserWindow } from './windows.mjs';

const electron = strict('electron', {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents,
});

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents,
};
export default electron;
// What `require('electron')` gives: Playwright asks for it in the inspected process.
export { electron as 'module.exports' };
