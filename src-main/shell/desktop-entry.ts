import path from 'node:path';

/** Where a desktop looks for what starts with a session (XDG Desktop Application Autostart Specification). */
export function autostartPath(env: NodeJS.ProcessEnv, home: string): string {
  const told = env['XDG_CONFIG_HOME'];
  const config = told !== undefined && path.isAbsolute(told) ? told : path.join(home, '.config');
  return path.join(config, 'autostart', 'dropforge.desktop');
}

/** A desktop entry that runs a command; its words are quoted as the Desktop Entry Specification asks (“The Exec key”). */
export function toDesktopEntry(words: readonly string[]): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Dropforge',
    `Exec=${words.map(quote).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
  ];
  return `${lines.join('\n')}\n`;
}

/** Quoted whole; a backslash is escaped twice, once for the quotes and once for the string value it stands in. */
function quote(word: string): string {
  const inQuotes = word.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll('%', '%%');
  return `"${inQuotes.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}"`;
}
