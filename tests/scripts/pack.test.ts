import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fallbackMark } from '../../scripts/setup/electron-fallback.mjs'

const pack = fileURLToPath(new URL('../../scripts/pack.mjs', import.meta.url))

it('refuses a release with the fallback runtime, and names the remedy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-runtime-'))
  try {
    for (const name of ['electron', fallbackMark]) await writeFile(join(folder, name), '')
    await writeFile(join(folder, 'version'), '33.2.1')
    const { status, stderr } = spawnSync(process.execPath, [pack, '--release'], {
      encoding: 'utf8',
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder },
    })
    expect(stderr).toContain('is the fallback runtime')
    expect(stderr).toContain('ELECTRON_OVERRIDE_DIST_PATH')
    expect(status).toBe(1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
