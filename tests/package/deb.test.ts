import { once } from 'node:events'
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debuggingAddress, rendererSeccompModes } from '../e2e/launch-as-ordinary-user'
import { attachToPage } from '../e2e/page-session'
import { makeFreshRoot, type FreshRoot } from './fresh-root'

// `npm run pack -- deb` first. What a person with a new Debian machine does, step by step.
const release = fileURLToPath(new URL('../../release/', import.meta.url))

let root: FreshRoot

beforeAll(async () => {
  const name = (await readdir(release)).find((entry) => entry.endsWith('.deb'))
  if (!name) throw new Error(`No .deb in ${release}: run \`npm run pack -- deb\` first.`)
  root = await makeFreshRoot()
  await copyFile(join(release, name), join(root.folder, 'packages', 'benchwright.deb'))
}, 600_000)
afterAll(() => root.remove())

describe('the .deb in a fresh Debian', () => {
  it('is installed by apt-get alone', async () => {
    await root.sh('apt-get install -y -q /packages/benchwright.deb')
    expect(await root.sh('benchwright --version')).toMatch(/^(benchwright )?\d+\.\d+\.\d+/i)
  }, 600_000)

  it('has a menu entry that keeps the sandbox', async () => {
    const entry = await root.sh('cat /usr/share/applications/org.benchwright.app.desktop')
    expect(entry).toContain('/opt/Benchwright/benchwright-desktop')
    expect(entry).toContain('StartupWMClass=org.benchwright.app\n')
    expect(entry).not.toContain('no-sandbox')
    expect(await root.sh('ls /usr/share/mime/packages')).toContain('benchwright')
  })

  it('opens its window for an ordinary user, with its sandbox', async () => {
    await root.sh('apt-get install -y -q xvfb')
    const app = root.startAsReader(
      'Xvfb :87 -screen 0 1280x800x24 -nolisten tcp & DISPLAY=:87 exec benchwright-desktop --remote-debugging-port=0 --disable-dev-shm-usage',
    )
    try {
      const window = await attachToPage(await debuggingAddress(app))
      await window.sees('New review')
      const modes = await rendererSeccompModes(app.pid ?? 0)
      expect(modes.length).toBeGreaterThan(0)
      expect(modes.filter((mode) => mode !== 2)).toEqual([])
    } finally {
      const ended = once(app, 'exit')
      // unshare ignores SIGTERM while it waits; its death ends everything it started.
      app.kill('SIGKILL')
      await ended
    }
  }, 600_000)

  it('runs fio from its command line', async () => {
    const printed = await root.sh("su - reader -c 'cd && benchwright demo'")
    expect(printed).toMatch(/(\d+) of \1 runs done/)
  }, 600_000)

  it('leaves nothing when it is removed', async () => {
    await root.sh('apt-get purge -y -q benchwright')
    const left = await root.sh(
      "find / -xdev -iname '*benchwright*' -not -path '/proc/*' -not -path '/home/*' -not -path '/packages/*' -not -path '/tmp/*'",
    )
    expect(left.trim()).toBe('')
  }, 600_000)
})
