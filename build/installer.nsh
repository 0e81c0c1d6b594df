; Part of the installer of electron-builder: closes a running program gently, and offers Lead Console for tables without
; taking them from the program that opens them. Everything is written for the person alone, and removed by name.

!ifndef LEAD_CONSOLE_TYPES_ONLY
  !include "getProcessInfo.nsh"
  Var pid
!endif

!define TABLE_TYPE "LeadConsole.Table"
!define CLASSES "Software\Classes"
!define CAPABILITIES "Software\Lead Console\Capabilities"

!macro eachTableType MACRO
  !insertmacro ${MACRO} ".csv"
  !insertmacro ${MACRO} ".tsv"
  !insertmacro ${MACRO} ".xls"
  !insertmacro ${MACRO} ".xlsx"
  !insertmacro ${MACRO} ".ods"
!macroend

!macro offerTableType TYPE
  WriteRegNone HKCU "${CLASSES}\${TYPE}\OpenWithProgids" "${TABLE_TYPE}"
  WriteRegStr HKCU "${CLASSES}\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" "${TYPE}" ""
  WriteRegStr HKCU "${CAPABILITIES}\FileAssociations" "${TYPE}" "${TABLE_TYPE}"
!macroend

!macro withdrawTableType TYPE
  DeleteRegValue HKCU "${CLASSES}\${TYPE}\OpenWithProgids" "${TABLE_TYPE}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${TYPE}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${TYPE}"
!macroend

!macro customInstall
  WriteRegStr HKCU "${CLASSES}\${TABLE_TYPE}" "" "Table"
  WriteRegStr HKCU "${CLASSES}\${TABLE_TYPE}\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr HKCU "${CLASSES}\${TABLE_TYPE}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr HKCU "${CAPABILITIES}" "ApplicationName" "Lead Console"
  WriteRegStr HKCU "${CAPABILITIES}" "ApplicationDescription" "Imports leads from tables"
  WriteRegStr HKCU "Software\RegisteredApplications" "Lead Console" "${CAPABILITIES}"
  !insertmacro eachTableType offerTableType
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)'
!macroend

!macro customUnInstall
  !insertmacro eachTableType withdrawTableType
  DeleteRegKey HKCU "${CLASSES}\${TABLE_TYPE}"
  DeleteRegKey HKCU "${CLASSES}\Applications\${APP_EXECUTABLE_FILENAME}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\Applications"
  DeleteRegKey HKCU "${CAPABILITIES}"
  DeleteRegKey /ifempty HKCU "Software\Lead Console"
  DeleteRegValue HKCU "Software\RegisteredApplications" "Lead Console"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)'
!macroend

!ifndef LEAD_CONSOLE_TYPES_ONLY
; The template kills what runs within two seconds. Rows on their way need up to fifteen: the program closes by itself first.
!macro customCheckAppRunning
  !insertmacro IS_POWERSHELL_AVAILABLE
  ${if} ${FileExists} "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
    ExecWait '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" --close-for-update'
    StrCpy $R2 0
    ${do}
      !insertmacro FIND_PROCESS "${APP_EXECUTABLE_FILENAME}" $R0
      ${if} $R0 != 0
        ${exitdo}
      ${endIf}
      Sleep 1000
      IntOp $R2 $R2 + 1
    ${loopuntil} $R2 >= 30
  ${endIf}
  !insertmacro _CHECK_APP_RUNNING
!macroend
!endif
