import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRoot } from '../../scripts/setup/paths.mjs'

let folder: string
let checkout: string
let bin: string

/** Programs of a Debian without fio, where npm and apt-get note when they begin and end. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-set-up-'))
  checkout = join(folder, 'checkout')
  bin = join(folder, 'bin')
  mkdirSync(bin)
  cpSync(inRoot('scripts'), join(checkout, 'scripts'), { recursive: true })
  for (const place of [checkout, join(checkout, 'app')]) {
    mkdirSync(place, { recursive: true })
    for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(place, name), '{}')
  }
  program('sudo', '[ "$1" != -n ] || shift; exec "$@"')
  for (const name of ['g++', 'make', 'python3', 'dpkg-query']) program(name, 'exit 0')
  program('apt-cache', 'shift; for name; do printf "%s:\\n  Candidate: 1\\n" "$name"; done')
  program('env', 'exec /usr/bin/env "$@"')
  program('apt-get', 'case " $* " in *" install "*) at_work apt ;; esac')
  program('npm', 'mkdir -p node_modules/.bin; at_work npm')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** `at_work NAME` waits until both have begun, but not forever. */
function program(name: string, script: string): void {
  const text = `#!/bin/sh
PATH=$PATH:/usr/bin:/bin
at_work() {
  echo "$1 begins" >> ${folder}/log
  turns=$patience
  until [ "$turns" = 0 ] || { grep -q apt ${folder}/log && grep -q npm ${folder}/log; }; do
    sleep 0.02
    turns=$((turns - 1))
  done
  echo "$1 ends" >> ${folder}/log
}
${script}
`
  writeFileSync(join(bin, name), text)
  chmodSync(join(bin, name), 0o755)
}

/** Prepares the checkout for runs. Returns what began and ended, in this order. */
function setUp({ before = '', patience = 1 } = {}): readonly string[] {
  const module = JSON.stringify(join(checkout, 'scripts', 'setup', 'set-up.mjs'))
  const script = `${before}; const { setUp } = await import(${module}); await setUp('run')`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    // A person who is asked agrees.
    input: 'y\n',
    env: { PATH: bin, patience: String(patience) },
  })
  expect(stderr).not.toMatch(/error|warning/i)
  expect(status).toBe(0)
  return readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
}

const inTurn = (done: readonly string[]) =>
  done[0] === 'apt begins' && done.lastIndexOf('apt ends') < done.indexOf('npm begins')

test.skipIf(process.platform !== 'linux')('system packages and npm packages are installed together', () => {
  const done = setUp({ patience: 1000 })
  const end = done.findIndex((line) => line.endsWith('ends'))
  expect(done.slice(0, end)).toEqual(expect.arrayContaining(['apt begins', 'npm begins']))
})

test.skipIf(process.platform !== 'linux')('one after the other where a person may be asked', () => {
  expect(setUp({ before: 'process.stdin.isTTY = process.stderr.isTTY = true' })).toSatisfy(inTurn)
})

test.skipIf(process.platform !== 'linux')('one after the other where compilers are missing', () => {
  rmSync(join(bin, 'g++'))
  expect(setUp()).toSatisfy(inTurn)
})
