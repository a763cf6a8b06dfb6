import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isSameFile, readIdentity } from '../../../src/bench/hosts/created-file'
import fileIdentityFunctions from '../../../src/bench/hosts/shell/file-identity-functions.sh'
import processFunctions from '../../../src/bench/hosts/shell/process-functions.sh'
import { removeDataFile } from '../../../src/bench/runner/record/data-file'
import { installShell, shells } from '../runner/shells'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-identity-'))
  file = join(folder, 'data')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Deletes the file and writes another of the same size until that gets the inode number of the first: some file systems
 * reuse it at once. False if this one does not.
 */
function reuseInode(size: number): boolean {
  const { ino } = statSync(file)
  for (let turn = 0; turn < 20; turn += 1) {
    unlinkSync(file)
    writeFileSync(file, 'p'.repeat(size))
    if (statSync(file).ino === ino) return true
  }
  return false
}

describe.each(shells)('the identity of a file under $name', (shell) => {
  const ask = (script: string, ...args: readonly string[]) => {
    const installed = installShell(shell, mkdtempSync(join(folder, 'bin-')))
    const text = `${processFunctions}\n${fileIdentityFunctions}\n${script}`
    return execFileSync(installed.path, ['-c', text, 'sh', ...args], {
      env: installed.environment,
      encoding: 'utf8',
    }).trim()
  }
  const identity = (path: string) => ask('bw_identity "$1"; printf %s "$identity"', path)
  const isSame = (path: string, known: string) =>
    ask('if bw_is_same "$1" "$2"; then echo same; else echo other; fi', path, known)

  it('is read back and stays while the file exists', () => {
    writeFileSync(file, 'abc')
    ask('bw_set_mark "$1" 0123abcd || :', file)
    const known = identity(file)
    expect(readIdentity(known)).toBe(known)
    expect(known.split(' ')[1]).toBe('3')
    expect(isSame(file, known)).toBe('same')
    expect(isSame(join(folder, 'none'), known)).toBe('other')
    expect(isSame(file, `${known.split(' ', 1).join()} - - -`)).toBe('other')
  })

  it('is another one for a file of the same size that got the inode number of a deleted one', () => {
    writeFileSync(file, 'xyz')
    const known = identity(file)
    if (!reuseInode(3)) return
    expect(identity(file).split(' ', 2)).toEqual(known.split(' ', 2))
    expect(isSame(file, known)).toBe('other')
  })

  it('needs no mark along with a birth time, and accepts one that an earlier version wrote', () => {
    writeFileSync(file, 'abc')
    const known = identity(file)
    if (!known.includes(' b:')) return
    expect(known).toMatch(/ -$/)
    const earlier = known.replace(/-$/, 'm:0123abcd')
    expect(isSame(file, earlier)).toBe('same')
    expect(isSameFile(known, earlier)).toBe(true)
    expect(isSame(file, earlier.replace(' b:', ' b:0'))).toBe('other')
    expect(isSameFile(known, earlier.replace(' b:', ' b:0'))).toBe(false)
    expect(isSame(file, earlier.replace(' 3 ', ' 4 '))).toBe('other')
  })

  it('differs when the size does', () => {
    writeFileSync(file, 'abc')
    const known = identity(file)
    writeFileSync(file, 'abcd')
    expect(isSame(file, known)).toBe('other')
  })
})

it("leaves alone a person's file that got the inode number of a deleted data file", async () => {
  const host = createLocalHost()
  writeFileSync(file, 'a'.repeat(4096))
  const script = `${processFunctions}\n${fileIdentityFunctions}\nbw_identity "$1"; printf %s "$identity"`
  const { stdout } = await host.execute(script, { arguments: [file] })
  const record = { machine: 'local', path: file, identity: Buffer.from(stdout).toString(), createdAtMs: 0 }
  reuseInode(4096)
  expect(await removeDataFile(host, record)).toBe('other')
  expect(readFileSync(file, 'utf8')).toBe('p'.repeat(4096))
})

it.each(['', '1:2', '1:2 0 b:1', "1:2 0 b:1 m:'$(id)'", '1:2 0 b:1 - more', 'x:2 0 b:1 -'])(
  'is not read from other text: %j',
  (text) => {
    expect(readIdentity(text)).toBeUndefined()
  },
)
