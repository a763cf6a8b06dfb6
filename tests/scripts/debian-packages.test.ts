import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installDebian } from '../../scripts/setup/debian-packages.mjs'

let bin: string
const said: string[] = []

/** The programs of a Debian that offers everything but `gone`, and cannot install `broken`. */
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'benchwright-apt-'))
  const program = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  program('sudo', 'shift; exec "$@"')
  program(
    'apt-cache',
    'shift; for name; do printf "%s:\\n  Candidate: %s\\n" "$name" "$([ "$name" = gone ] && echo "(none)" || echo 1)"; done',
  )
  const log = join(bin, 'log')
  program(
    'apt-get',
    `case " $* " in *' update '*) exit 0 ;; esac
echo "$*" | sed 's/.*=300 //' >> ${log}
case " $* " in *' broken '*) echo "E: broken" >&2; exit 100 ;; esac`,
  )
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH ?? ''}`)
  // Nobody is asked.
  vi.stubEnv('CI', 'yes')
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(bin, { recursive: true, force: true })
  said.length = 0
})

const need = (name: string, optional: boolean) => ({ why: 'a test', debian: [name, `${name}t64`], optional })
const installed = () => readFileSync(join(bin, 'log'), 'utf8').trim().split('\n')

test.skipIf(process.platform === 'win32')('optional packages are installed together', async () => {
  // More than ten, at which Node warns of listeners.
  const names = Array.from({ length: 12 }, (_, index) => `tool-${String(index)}`)
  await installDebian([need('library', false), need('gone', true), ...names.map((name) => need(name, true))])
  expect(installed()).toEqual(['library', ['gonet64', ...names].join(' ')])
  expect(said.join('')).not.toMatch(/Warning|could not/)
})

test.skipIf(process.platform === 'win32')(
  'one that cannot be installed keeps none of the others out',
  async () => {
    await installDebian([need('one', true), need('broken', true), need('two', true)])
    expect(installed()).toEqual(['one broken two', 'one', 'broken', 'two'])
    expect(said.join('')).toContain('broken could not be installed; what needs it is skipped.\nE: broken')
  },
)
