import { describe, expect, test } from 'vitest'
import { sourcesWithComponent } from '../../scripts/setup/debian-sources.mjs'

const modern = {
  path: '/etc/apt/sources.list.d/debian.sources',
  text: `Types: deb
# a snapshot
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
`,
}

const oneLine = {
  path: '/etc/apt/sources.list',
  text: `# deb http://off.example/debian bookworm main
deb [arch=amd64 trusted=yes] http://mirror.example/debian bookworm main # ours
deb http://mirror.example/debian-security bookworm-security main
`,
}

const foreign = {
  path: '/etc/apt/sources.list.d/other.list',
  text: 'deb https://tool.example/apt stable main\ndeb https://cloud.example/apt cloud-bookworm main\n',
}

describe('enabling a component of the distribution', () => {
  test('a deb822 entry is copied with its suites and key, and with the other component', () => {
    expect(sourcesWithComponent([modern, foreign], 'bookworm', 'non-free')).toEqual({
      kind: 'sources',
      text: `Types: deb
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: non-free
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`,
    })
  })

  test('a one-line entry is copied with its options', () => {
    expect(sourcesWithComponent([oneLine, foreign], 'bookworm', 'non-free')).toEqual({
      kind: 'list',
      text: 'deb [arch=amd64 trusted=yes] http://mirror.example/debian bookworm non-free\n',
    })
  })

  test('an enabled component is left alone, wherever it is enabled', () => {
    const enabled = {
      path: '/etc/apt/sources.list.d/more.list',
      text: 'deb http://m.example/ bookworm contrib non-free\n',
    }
    expect(sourcesWithComponent([modern, enabled], 'bookworm', 'non-free')).toBeUndefined()
  })

  test('non-free-firmware is not non-free', () => {
    const firmware = { ...oneLine, text: 'deb http://m.example/debian bookworm main non-free-firmware\n' }
    expect(sourcesWithComponent([firmware], 'bookworm', 'non-free')?.text).toBe(
      'deb http://m.example/debian bookworm non-free\n',
    )
  })

  test('sources of third parties are never copied, nor are disabled ones', () => {
    const disabled = { ...modern, text: modern.text.replace('Types: deb\n', 'Types: deb\nEnabled: no\n') }
    expect(sourcesWithComponent([foreign, disabled], 'bookworm', 'non-free')).toBeUndefined()
  })

  test('files that apt ignores and an unknown release give nothing', () => {
    expect(
      sourcesWithComponent([{ ...oneLine, path: '/etc/apt/sources.list.save' }], 'bookworm', 'non-free'),
    ).toBeUndefined()
    expect(sourcesWithComponent([oneLine], undefined, 'non-free')).toBeUndefined()
  })
})
