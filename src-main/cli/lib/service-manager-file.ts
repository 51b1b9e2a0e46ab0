/** Service managers that a definition can be printed for. */
export const SERVICE_MANAGERS = ['systemd', 'launchd', 'windows'] as const;

/** A service manager. */
export type ServiceManager = (typeof SERVICE_MANAGERS)[number];

/** A command with absolute paths. */
export interface ManagedCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** Name of the service. */
const NAME = 'dropforge-watch';
/** Time to finish downloads before the process is killed. */
const STOP_SECONDS = 60;

/** The definition that runs a command for the user who is logged in, with install commands in comments. */
export function formatServiceManagerFile(kind: ServiceManager, command: ManagedCommand): string {
  switch (kind) {
    case 'systemd':
      return toUnit(command);
    case 'launchd':
      return toPropertyList(command);
    case 'windows':
      return toTask(command);
  }
}

/** A unit of systemd (systemd.service(5), systemd.syntax(7)). */
function toUnit({ program, args }: ManagedCommand): string {
  const line = [program, ...args].map(quoteForUnit).join(' ');
  return `# ~/.config/systemd/user/${NAME}.service
# systemctl --user daemon-reload && systemctl --user enable --now ${NAME}
[Unit]
Description=Dropforge generates models for new files in hot folders

[Service]
Type=exec
ExecStart=${line}
Restart=on-failure
RestartSec=5
TimeoutStopSec=${STOP_SECONDS}

[Install]
WantedBy=default.target
`;
}

/** In double quotes `\\` and `"` are escaped; `%` and `$` are always special. */
function quoteForUnit(word: string): string {
  const escaped = word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$').replaceAll('\n', '\\n');
  return `"${escaped}"`;
}

/** A property list of launchd (launchd.plist(5)). */
function toPropertyList({ program, args }: ManagedCommand): string {
  const words = [program, ...args].map((word) => `    <string>${toXml(word)}</string>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ~/Library/LaunchAgents/app.${NAME}.plist -->
<!-- launchctl bootstrap gui/$UID ~/Library/LaunchAgents/app.${NAME}.plist -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>app.${NAME}</string>
  <key>ProgramArguments</key>
  <array>
${words}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>${STOP_SECONDS}</integer>
</dict>
</plist>
`;
}

/** A task of the Task Scheduler (schema 1.2) that starts at logon. */
function toTask({ program, args }: ManagedCommand): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- schtasks /create /tn ${NAME} /xml ${NAME}.xml -->
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Dropforge generates models for new files in hot folders</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Enabled>true</Enabled>
    </LogonTrigger>
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>999</Count>
    </RestartOnFailure>
  </Settings>
  <Actions>
    <Exec>
      <Command>${toXml(program)}</Command>
      <Arguments>${toXml(args.map(quoteForWindows).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}

/** As CommandLineToArgvW reads it: backslashes count only before a quote. */
function quoteForWindows(word: string): string {
  if (word !== '' && !/[\s"]/.test(word)) return word;
  return `"${word.replace(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, '$1$1')}"`;
}

function toXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
