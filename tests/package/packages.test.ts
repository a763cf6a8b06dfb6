import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

// The unpacked application in release/, after `npm run pack`.
const packed = fileURLToPath(new URL('../../release/linux-unpacked/', import.meta.url))
const on = '1'.charCodeAt(0)
const off = '0'.charCodeAt(0)

async function ownManifest() {
  const text = await readFile(join(packed, '../../app/package.json'), 'utf8')
  return JSON.parse(text) as { readonly version: string; readonly desktopName: string }
}

describe('the packed program', () => {
  it('has its fuses set as decision 0004 says', async () => {
    const wire = await getCurrentFuseWire(join(packed, 'benchwright-desktop'))
    expect(wire).toMatchObject({
      [FuseV1Options.RunAsNode]: on,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
    })
  })

  it('is loaded from its archive, with no unpacked app next to it', async () => {
    const entries = await readdir(join(packed, 'resources'))
    expect(entries).toContain('app.asar')
    expect(entries).not.toContain('app')
  })

  it('names itself in its file names if its runtime is the fallback', async () => {
    const { version } = await ownManifest()
    const packages = (await readdir(join(packed, '..'))).filter((name) => name.includes(`_${version}_`))
    const marked = existsSync(join(packed, 'benchwright-fallback-runtime'))
    expect(packages.filter((name) => name.includes('-test-runtime_') !== marked)).toEqual([])
  })
})

describe('the AppImage', () => {
  it('has a menu entry that keeps the sandbox', async () => {
    const release = join(packed, '..')
    const name = (await readdir(release)).find((entry) => entry.endsWith('.AppImage')) ?? ''
    const folder = await mkdtemp(join(tmpdir(), 'benchwright-appimage-'))
    try {
      await promisify(execFile)(join(release, name), ['--appimage-extract', '*.desktop'], { cwd: folder })
      const inside = join(folder, 'squashfs-root')
      const entry = (await readdir(inside)).find((each) => each.endsWith('.desktop')) ?? ''
      const text = await readFile(join(inside, entry), 'utf8')
      expect(text).toContain('Exec=AppRun')
      expect(text).not.toContain('no-sandbox')
      // The class of the windows, so that the task bar groups them under this entry, with its icon.
      const { desktopName } = await ownManifest()
      expect(entry).toBe(desktopName)
      expect(text).toContain(`StartupWMClass=${desktopName.replace('.desktop', '')}\n`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
