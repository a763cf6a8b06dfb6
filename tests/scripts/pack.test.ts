import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fallbackMark } from '../../scripts/setup/electron-fallback.mjs'
import { inRoot } from '../../scripts/setup/paths.mjs'

it('refuses a release with the fallback runtime before it installs anything, and names the remedy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-runtime-'))
  // Not the checkout: its packages are in use, and may be older than its lock file.
  const checkout = join(folder, 'checkout')
  try {
    for (const name of ['electron', fallbackMark]) await writeFile(join(folder, name), '')
    await writeFile(join(folder, 'version'), '33.2.1')
    await cp(inRoot('scripts'), join(checkout, 'scripts'), { recursive: true })
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(checkout, 'scripts', 'pack.mjs'), '--release'],
      { encoding: 'utf8', env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder } },
    )
    expect(stderr).toContain('is the fallback runtime')
    expect(stderr).toContain('ELECTRON_OVERRIDE_DIST_PATH')
    expect(status).toBe(1)
    expect(existsSync(join(checkout, 'node_modules'))).toBe(false)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
