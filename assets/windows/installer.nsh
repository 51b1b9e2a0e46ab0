; Offers Dropforge under “Open with” for images and models, for this user. The default programs stay.

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

!macro customInstall
  WriteRegStr HKCU "Software\Classes\Dropforge.Source" "" "Dropforge source"
  WriteRegStr HKCU "Software\Classes\Dropforge.Source\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr HKCU "Software\Classes\Dropforge.Source\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" -- "%1"'
  !insertmacro eachOpenedType offerType
!macroend

; The app registers the links of Dropforge itself when it starts, and removes nothing.
!macro customUnInstall
  !insertmacro eachOpenedType withdrawType
  DeleteRegKey HKCU "Software\Classes\Dropforge.Source"
  DeleteRegKey HKCU "Software\Classes\dropforge"
!macroend
