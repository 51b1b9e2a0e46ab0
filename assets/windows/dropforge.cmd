@echo off
rem Runs the command line of the installed app: dropforge make image.png
"%~dp0..\Dropforge.exe" --command -- %*
exit /b %ERRORLEVEL%
