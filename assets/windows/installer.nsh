; Offers Dropforge under “Open with” for images and models, for this user. The default programs stay. Puts the command line on
; the user’s Path.

!include "WinMessages.nsh"

!macro eachOpenedType MACRO
  !insertmacro ${MACRO} ".png"
  !insertmacro ${MACRO} ".jpg"
  !insertmacro ${MACRO} ".jpeg"
  !insertmacro ${MACRO} ".webp"
  !insertmacro ${MACRO} ".bmp"
  !insertmacro ${MACRO} ".tif"
  !insertmacro ${MACRO} ".tiff"
  !insertmacro ${MACRO} ".gif"
  !insertmacro ${MACRO} ".avif"
  !insertmacro ${MACRO} ".glb"
  !insertmacro ${MACRO} ".gltf"
  !insertmacro ${MACRO} ".fbx"
  !insertmacro ${MACRO} ".usdz"
  !insertmacro ${MACRO} ".obj"
  !insertmacro ${MACRO} ".stl"
  !insertmacro ${MACRO} ".3mf"
!macroend

!macro offerType EXTENSION
  WriteRegStr HKCU "Software\Classes\${EXTENSION}\OpenWithProgids" "Dropforge.Source" ""
!macroend

!macro withdrawType EXTENSION
  DeleteRegValue HKCU "Software\Classes\${EXTENSION}\OpenWithProgids" "Dropforge.Source"
!macroend

; Adds the folder of the command line to the user’s Path, or removes it. By PowerShell, because NSIS cuts off long texts, and with
; them the end of a long Path. Where a policy forbids it, the Path stays as it is.
!macro changePath ADDED
  Push $0
  System::Call 'Kernel32::SetEnvironmentVariable(t, t)i ("DROPFORGE_BIN", "$INSTDIR\bin").r0'
  nsExec::Exec `"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -Command "$$key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment'); $$path = [string]$$key.GetValue('Path', '', 'DoNotExpandEnvironmentNames'); $$folders = @($$path.Split(';') | Where-Object { $$_ -and $$_ -ne $$env:DROPFORGE_BIN }) ${ADDED}; $$key.SetValue('Path', ($$folders -join ';'), 'ExpandString')"`
  Pop $0
  Pop $0
  ; Terminals that are opened from now on have it.
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

!macro customInstall
  WriteRegStr HKCU "Software\Classes\Dropforge.Source" "" "Dropforge source"
  WriteRegStr HKCU "Software\Classes\Dropforge.Source\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr HKCU "Software\Classes\Dropforge.Source\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
  !insertmacro eachOpenedType offerType
  !insertmacro changePath "+ $$env:DROPFORGE_BIN"
!macroend

; The app registers the links of Dropforge itself when it starts, and removes nothing.
!macro customUnInstall
  !insertmacro eachOpenedType withdrawType
  !insertmacro changePath ""
  DeleteRegKey HKCU "Software\Classes\Dropforge.Source"
  DeleteRegKey HKCU "Software\Classes\dropforge"
!macroend
