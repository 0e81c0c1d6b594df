@echo off
rem The command line of Lead Console: waits for it, and ends with its exit code.
start "" /b /wait "%~dp0Lead Console.exe" --batch %*
exit /b %ERRORLEVEL%
