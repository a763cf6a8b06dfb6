import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../../architecture/source-files'

// What would bypass a restriction that the rest of the security relies on.
const doors = [
  ['openExternal', 'no address is handed to another program'],
  ['executeJavaScript', 'no code is sent into a page'],
  ['insertCSS', 'no style is sent into a page'],
  ['nodeIntegration: true', 'a page has no Node'],
  ['contextIsolation: false', 'a page stays apart from the preload'],
  ['webSecurity: false', 'origins hold'],
  ['allowRunningInsecureContent', 'nothing insecure is loaded'],
  ['enableBlinkFeatures', 'no hidden features of the browser'],
  ['experimentalFeatures', 'no experimental features of the browser'],
  ['remote.enable', 'no remote module'],
] as const

const root = fileURLToPath(new URL('../../..', import.meta.url))
const paths = sourceFiles('src').map(({ path }) => path)

// Root cannot start Electron with its sandbox on; the command line says so when it opens the window for root, and the
// shell checks whether it was started that way.
const mayNameTheSandbox = ['src/cli/commands/open.ts', 'src/main/state/runtime.ts']

describe('source of the app', () => {
  it('is scanned', () => expect(paths).toContain('src/main/main.ts'))

  it.each(doors)('does not contain %s: %s', (door) => {
    const holds = (path: string) => readFileSync(join(root, path), 'utf8').includes(door)
    expect(paths.filter(holds)).toEqual([])
  })

  it('never disables the sandbox by itself', () => {
    const holds = (path: string) => readFileSync(join(root, path), 'utf8').includes('no-sandbox')
    expect(paths.filter(holds).filter((path) => !mayNameTheSandbox.includes(path))).toEqual([])
  })
})
