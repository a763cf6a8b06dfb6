import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Prints the native libraries that a program has loaded by its end. */
const atExit = `process.report.excludeNetwork = true
process.on('exit', () => console.error(process.report.getReport().sharedObjects.join('\\n')))`

test('a command that draws nothing does not load the library that draws', async () => {
  const watched = ['--import', `data:text/javascript,${encodeURIComponent(atExit)}`]
  const { stdout, stderr } = await run(process.execPath, [...watched, 'app/dist/cli.js', '--version'])
  expect(stdout).toMatch(/^benchwright \d/)
  expect(stderr).toContain('sqlite')
  expect(stderr).not.toContain('skia')
})
