import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchAsOrdinaryUser, rendererSeccompModes, type SandboxedApp } from './launch-as-ordinary-user'

const samples = fileURLToPath(new URL('../../resources/samples/', import.meta.url))
const sample = 'fio-read-write-mix.benchwright'

// People start the app with Chromium's sandbox on; if the tests run as root, all others start it without.
describe.runIf(process.platform === 'linux')('an ordinary user', () => {
  let app: SandboxedApp
  beforeAll(async () => {
    app = await launchAsOrdinaryUser([samples + sample])
  })
  afterAll(() => app.close())

  it('opens a sample file with the sandbox on', async () => {
    await app.window.sees('Campaigns')
    expect(await app.window.evaluate('location.origin')).toBe('app://benchwright')
    expect(await app.window.evaluate(`document.querySelector('h1 input').value`)).not.toBe('')
    expect(await app.window.evaluate('document.body.innerText')).not.toContain('without sandbox')
  })

  it('has every page confined by the kernel', async () => {
    const modes = await rendererSeccompModes(app.pid)
    expect(modes.length).toBeGreaterThan(0)
    expect(modes.filter((mode) => mode !== 2)).toEqual([])
  })
})
