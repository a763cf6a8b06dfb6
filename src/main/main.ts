import { app } from 'electron'
import { declareAppScheme } from './security/serve-app-files'
import { resultsFilesIn } from './state/results-files'
import { startShell, type RunningShell } from './start-shell'

// A single instance of the app holds all windows; a second start hands over its files and exits.
if (app.requestSingleInstanceLock()) start()
else app.exit(0)

function start(): void {
  declareAppScheme()
  let shell: RunningShell | undefined
  // Files that are named before the shell is ready.
  const early = [...resultsFilesIn(process.argv, process.cwd())]
  const open = (paths: readonly string[]): void => {
    if (shell) shell.open(paths).catch(report)
    else for (const path of paths) early.push(path)
  }
  app.on('second-instance', (_event, argv, workingDirectory) => open(resultsFilesIn(argv, workingDirectory)))
  app.on('open-file', (event, path) => {
    event.preventDefault()
    open([path])
  })
  app
    .whenReady()
    .then(async () => {
      shell = startShell()
      return shell.open([...early, ...(await shell.unfinished())])
    })
    .catch((error: unknown) => {
      report(error)
      app.exit(1)
    })
}

function report(error: unknown): void {
  console.error('Benchwright:', error)
}
