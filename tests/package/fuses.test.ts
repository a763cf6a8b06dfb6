import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// The unpacked application in release/, after `npm run pack`.
const packed = fileURLToPath(new URL('../../release/linux-unpacked/', import.meta.url))
const on = '1'.charCodeAt(0)
const off = '0'.charCodeAt(0)

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

  it('is loaded from its archive, with no loose app beside it', async () => {
    const entries = await readdir(join(packed, 'resources'))
    expect(entries).toContain('app.asar')
    expect(entries).not.toContain('app')
  })

  it('names itself in its file names when its runtime is the fallback', async () => {
    const { version } = JSON.parse(await readFile(join(packed, '../../app/package.json'), 'utf8')) as {
      version: string
    }
    const packages = (await readdir(join(packed, '..'))).filter((name) => name.includes(`_${version}_`))
    const marked = existsSync(join(packed, 'benchwright-fallback-runtime'))
    expect(packages.filter((name) => name.includes('-test-runtime_') !== marked)).toEqual([])
  })
})
