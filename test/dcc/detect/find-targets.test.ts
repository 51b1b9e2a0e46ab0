import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareVersions } from '../../../src-main/dcc/detect/computer.ts';
import { parseRegistry } from '../../../src-main/dcc/detect/windows-registry.ts';
import { getTarget, TARGETS } from '../../../src-main/dcc/targets/target-table.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { makeComputer } from '../send/other-computer.ts';

const plist = (version: string): string =>
  `<plist><dict><key>CFBundleShortVersionString</key>\n\t<string>${version}</string></dict></plist>`;

describe('on Linux', () => {
  it('finds Blender unpacked, on the PATH and as a Flatpak, the newest first', async () => {
    const root = makeTempFolder();
    const bin = path.join(root, 'bin');
    const computer = makeComputer(root, { platform: 'linux', env: { PATH: `relative:${bin}` } });
    const asked = computer.putProgram(path.join(bin, 'blender'), 'echo "Blender 3.6.1 LTS"');
    computer.put('/opt/blender-4.2.1-linux-x64/blender');
    computer.put('/opt/blender-4.2.1-linux-x64/4.2/scripts/x');
    expect(await getTarget('blender').find(computer)).toEqual([
      {
        version: '4.2',
        program: '/opt/blender-4.2.1-linux-x64/blender',
        place: path.join(computer.home, '.config/blender/4.2/scripts'),
      },
      { version: '3.6', program: asked, place: path.join(computer.home, '.config/blender/3.6/scripts') },
    ]);
  });

  it('starts nothing that merely lies in a folder, only to ask for its version', async () => {
    const root = makeTempFolder();
    const computer = makeComputer(root, { platform: 'linux' });
    const started = path.join(root, 'started');
    computer.putProgram(path.join(computer.home, 'blender-from-a-friend/blender'), `echo > "${started}"`);
    computer.putProgram(path.join(computer.home, 'Applications/PrusaSlicer-2.8.0-x64.AppImage'), `echo > "${started}"`);
    expect(await getTarget('blender').find(computer)).toEqual([]);
    expect(await getTarget('prusa-slicer').find(computer)).toMatchObject([{ version: '2.8.0' }]);
    expect(existsSync(started)).toBe(false);
  });

  it('follows the variables that move Blender’s settings, and a portable Blender', async () => {
    const root = makeTempFolder();
    const place = async (env: NodeJS.ProcessEnv): Promise<string | null | undefined> => {
      const computer = makeComputer(root, { platform: 'linux', env });
      computer.put('/opt/blender/blender');
      computer.put('/opt/blender/4.2/x');
      return (await getTarget('blender').find(computer))[0]?.place;
    };
    expect(await place({ XDG_CONFIG_HOME: '/conf' })).toBe('/conf/blender/4.2/scripts');
    expect(await place({ BLENDER_USER_SCRIPTS: '/mine' })).toBe('/mine');
    expect(await place({ BLENDER_USER_RESOURCES: '/all' })).toBe('/all/scripts');
    makeComputer(root, { platform: 'linux' }).put('/opt/blender/portable/x');
    expect(await place({})).toBe('/opt/blender/portable/scripts');
  });

  it('finds Maya, Houdini, Unreal, Unity, Godot and a slicer where their installers put them', async () => {
    const root = makeTempFolder();
    const computer = makeComputer(root, { platform: 'linux', env: { PATH: path.join(root, 'bin') } });
    const { home } = computer;
    computer.put('/usr/autodesk/maya2024/bin/maya');
    computer.put('/usr/autodesk/maya2025/bin/maya');
    computer.put('/opt/hfs20.5.278/bin/houdini');
    computer.put('/opt/UnrealEngine-5.4/Engine/Binaries/Linux/UnrealEditor');
    computer.put(path.join(home, 'Unity/Hub/Editor/2022.3.10f1/Editor/Unity'));
    computer.put(path.join(home, 'Unity/Hub/Editor/6000.0.23f1/Editor/Unity'));
    computer.put(path.join(home, 'Applications/Godot_v4.3-stable_linux.x86_64'));
    computer.putProgram(path.join(root, 'bin/prusa-slicer'), 'echo "PrusaSlicer-2.9.0+linux based on Slic3r"');
    const versions = async (name: string) =>
      (await getTarget(name).find(computer)).map(({ version, place }) => [version, place]);
    expect(await versions('maya')).toEqual([
      ['2025', path.join(home, 'maya/2025/modules')],
      ['2024', path.join(home, 'maya/2024/modules')],
    ]);
    expect(await versions('houdini')).toEqual([['20.5.278', path.join(home, 'houdini20.5')]]);
    expect(await versions('unreal')).toEqual([['5.4', null]]);
    expect(await versions('unity')).toEqual([
      ['6000.0.23f1', null],
      ['2022.3.10f1', null],
    ]);
    expect(await versions('godot')).toEqual([['4.3', null]]);
    expect(await versions('prusa-slicer')).toEqual([['2.9.0', null]]);
    expect(await versions('max')).toEqual([]);
  });

  it('knows the projects that the programs list themselves', async () => {
    const root = makeTempFolder();
    const computer = makeComputer(root, { platform: 'linux' });
    const { home } = computer;
    computer.put(path.join(home, 'Documents/Unreal Projects/Game/Game.uproject'));
    computer.put(path.join(home, 'Documents/Unreal Projects/Notes/readme.txt'));
    const unity = path.join(root, 'projects/Unity Game');
    computer.put(path.join(home, '.config/UnityHub/projects-v1.json'), JSON.stringify({ data: { [unity]: {} } }));
    computer.put(path.join(unity, 'ProjectSettings/ProjectVersion.txt'));
    const godot = path.join(root, 'projects/godot');
    computer.put(path.join(godot, 'project.godot'));
    computer.put(path.join(home, '.local/share/godot/projects.cfg'), `[${godot}]\n\nfavorite=false\n[/gone]\n`);
    const find = (name: string) => getTarget(name).projects?.find(computer);
    expect(await find('unreal')).toEqual([path.join(home, 'Documents/Unreal Projects/Game')]);
    expect(await find('unity')).toEqual([unity]);
    expect(await find('godot')).toEqual([godot]);
    expect(await getTarget('unity').projects?.isProject(computer, unity)).toBe(true);
    expect(await getTarget('godot').projects?.isProject(computer, unity)).toBe(false);
  });

  it('finds nothing, and fails at nothing, on a computer with nothing', async () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const computer = makeComputer(makeTempFolder(), { platform });
      for (const target of Object.values(TARGETS)) {
        expect(await target.find(computer), target.name).toEqual([]);
        expect((await target.projects?.find(computer)) ?? []).toEqual([]);
      }
    }
  });
});

it('versions are compared as numbers, and Cinema 4D’s old releases come before its years', () => {
  const pairs = [
    ['3.10', '3.9', 1],
    ['4.2', '4.2', 0],
    ['3.4', '3.4.1', -1],
    ['2024', 'R23', 1],
    ['R21', 'R23', -1],
    ['0.9.9', '1.0.0', -1],
  ] as const;
  for (const [one, other, sign] of pairs) expect(compareVersions(one, other), `${one} ${other}`).toBe(sign);
});

describe('on macOS', () => {
  it('finds applications, reads their versions, and knows where their settings lie', async () => {
    const root = makeTempFolder();
    const computer = makeComputer(root, { platform: 'darwin' });
    const library = path.join(computer.home, 'Library');
    computer.put('/Applications/Blender.app/Contents/MacOS/Blender');
    computer.put('/Applications/Blender.app/Contents/Resources/4.3/x');
    computer.put('/Applications/Autodesk/maya2025/Maya.app/Contents/bin/maya');
    computer.put('/Applications/Maxon Cinema 4D 2024/Cinema 4D.app/Contents/MacOS/Cinema 4D');
    computer.put(path.join(library, 'Preferences/Maxon/Maxon Cinema 4D 2024_2A1C76F0/x'));
    computer.put('/Applications/OrcaSlicer.app/Contents/MacOS/OrcaSlicer');
    computer.put('/Applications/OrcaSlicer.app/Contents/Info.plist', plist('2.1.1'));
    computer.put('/Applications/Original Prusa Drivers/PrusaSlicer.app/Contents/MacOS/PrusaSlicer');
    computer.put('/Applications/Original Prusa Drivers/PrusaSlicer.app/Contents/Info.plist', plist('2.8.1'));
    computer.put('/Users/Shared/Epic Games/UE_5.4/Engine/Binaries/Mac/UnrealEditor.app/Contents/MacOS/UnrealEditor');
    const found = async (name: string) => (await getTarget(name).find(computer))[0];
    expect(await found('blender')).toMatchObject({
      version: '4.3',
      place: path.join(library, 'Application Support/Blender/4.3/scripts'),
    });
    expect(await found('maya')).toMatchObject({ place: path.join(library, 'Preferences/Autodesk/maya/2025/modules') });
    expect(await found('cinema4d')).toMatchObject({
      version: '2024',
      place: path.join(library, 'Preferences/Maxon/Maxon Cinema 4D 2024_2A1C76F0/plugins'),
    });
    expect(await found('orca')).toMatchObject({ version: '2.1.1' });
    expect(await found('prusa-slicer')).toMatchObject({ version: '2.8.1' });
    expect(await found('unreal')).toMatchObject({ version: '5.4' });
  });
});

describe('on Windows', () => {
  it('finds programs below Program Files and in the registry, each once', async () => {
    const root = makeTempFolder();
    const env = { ProgramFiles: 'C:/Program Files', APPDATA: 'C:/Roaming', LOCALAPPDATA: 'C:/Local', PATH: 'C:/bin' };
    const computer = makeComputer(root, {
      platform: 'win32',
      env,
      registry: {
        'HKLM\\SOFTWARE\\Autodesk\\Maya MAYA_INSTALL_LOCATION': [
          { key: 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Autodesk\\Maya\\2026\\Setup\\InstallPath', value: 'D:/Maya2026/' },
          { key: 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Autodesk\\Maya\\2023\\Setup\\InstallPath', value: 'D:/gone/' },
        ],
        'HKLM\\SOFTWARE\\Autodesk\\3dsMax Installdir': [
          {
            key: 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Autodesk\\3dsMax\\27.0',
            value: 'C:/Program Files/Autodesk/3ds Max 2025/',
          },
        ],
        'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\User Shell Folders Personal': [
          { key: 'HKEY_CURRENT_USER\\Software', value: '%OneDrive%/Documents' },
        ],
      },
    });
    computer.put('C:/Program Files/Blender Foundation/Blender 4.2/blender.exe');
    computer.put('C:/Program Files/Blender Foundation/Blender 4.2/4.2/x');
    computer.put('D:/Maya2026/bin/maya.exe');
    computer.put('C:/Program Files/Autodesk/Maya2025/bin/maya.exe');
    computer.put('C:/Program Files/Autodesk/3ds Max 2025/3dsmax.exe');
    computer.put('C:/Local/Autodesk/3dsMax/2025 - 64bit/DEU/x');
    computer.put('C:/Program Files/Side Effects Software/Houdini 20.5.278/bin/houdini.exe');
    computer.put('C:/Program Files/Prusa3D/PrusaSlicer/prusa-slicer.exe');
    computer.put(
      'C:/ProgramData/Epic/UnrealEngineLauncher/LauncherInstalled.dat',
      JSON.stringify({
        InstallationList: [{ InstallLocation: 'D:/UE_5.5', AppName: 'UE_5.5' }, { AppName: 'Fortnite' }],
      }),
    );
    computer.put('D:/UE_5.5/Engine/Binaries/Win64/UnrealEditor.exe');
    const found = async (name: string) =>
      (await getTarget(name).find(computer)).map(({ version, place }) => [version, place]);
    expect(await found('blender')).toEqual([['4.2', 'C:/Roaming/Blender Foundation/Blender/4.2/scripts']]);
    expect((await found('maya')).map(([version]) => version)).toEqual(['2026', '2025']);
    expect(await found('max')).toEqual([['2025', 'C:/Local/Autodesk/3dsMax/2025 - 64bit/DEU/scripts']]);
    expect((await found('houdini')).map(([version]) => version)).toEqual(['20.5.278']);
    expect(await found('prusa-slicer')).toHaveLength(1);
    expect(await found('unreal')).toEqual([['5.5', null]]);
  });

  it('reads what the registry’s own program prints', () => {
    const text = [
      '',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Side Effects Software\\Houdini 20.5.278',
      '    InstallPath    REG_SZ    C:\\Program Files\\Side Effects Software\\Houdini 20.5.278',
      '    Version    REG_SZ    20.5.278',
      '',
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\Side Effects Software\\Empty',
      '    InstallPath    REG_DWORD    0x1',
      '',
      'End of search: 1 match(es) found.',
    ].join('\r\n');
    expect(parseRegistry(text, 'installpath')).toEqual([
      {
        key: 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Side Effects Software\\Houdini 20.5.278',
        value: 'C:\\Program Files\\Side Effects Software\\Houdini 20.5.278',
      },
    ]);
  });
});
