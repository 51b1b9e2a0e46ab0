import path from 'node:path';

/** Path of the autostart entry (XDG Desktop Application Autostart Specification). */
export function autostartPath(env: NodeJS.ProcessEnv, home: string): string {
  const configured = env['XDG_CONFIG_HOME'];
  const config = configured !== undefined && path.isAbsolute(configured) ? configured : path.join(home, '.config');
  return path.join(config, 'autostart', 'dropforge.desktop');
}

/** A desktop entry that runs a command, quoted by the Desktop Entry Specification (“The Exec key”). */
export function toDesktopEntry(command: readonly string[]): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Dropforge',
    `Exec=${command.map(quote).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** Quotes one argument; a backslash is escaped twice: for the quotes and for the string value. */
function quote(argument: string): string {
  const inQuotes = argument.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}"`;
}
