@echo off
rem The `benchwright` command of an installed package: the app's own Electron, run as plain Node without a window.
setlocal
set ELECTRON_RUN_AS_NODE=1
set BENCHWRIGHT_WINDOW=%~dp0..\..\Benchwright.exe
"%~dp0..\..\Benchwright.exe" "%~dp0..\app.asar\dist\cli.js" %*
