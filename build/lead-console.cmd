@echo off
rem The command line of Lead Console: waits for it, and ends with its exit code. Electron looks at
rem what stands before the two dashes, and would not start when anything follows an address there.
start "" /b /wait "%~dp0Lead Console.exe" --batch -- %*
exit /b %ERRORLEVEL%
