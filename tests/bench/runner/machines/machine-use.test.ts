import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import type { Host } from '../../../../src/bench/hosts/host'
import { enterUse, leaveUse, usesOf, type Entry } from '../../../../src/bench/runner/machines/machine-use'
import { openWorkshop, type Workshop } from '../run-in-shell'
import { installShell, shells } from '../shells'

describe.each(shells)('who measures on a machine, under $name', (shell) => {
  let workshop: Workshop
  let host: Host
  let shared: string
  beforeEach(() => {
    workshop = openWorkshop()
    const { path, environment } = installShell(shell, workshop.folder)
    shared = join(workshop.folder, 'measuring')
    host = createLocalHost({
      shell: path,
      environment: {
        ...environment,
        ...{ BENCHWRIGHT_STATE: join(workshop.folder, 'state'), BENCHWRIGHT_MEASURING: shared },
      },
    })
  })
  afterEach(() => rmSync(workshop.folder, { recursive: true, force: true }))

  const entry = (tag: string, parts: Partial<Entry> = {}): Entry => ({
    ...{ tag, state: 'measures', validSeconds: 90, name: `Nova "${tag}", it's a mix` },
    ...parts,
  })
  const others = async (...own: readonly string[]) => (await usesOf(host, own)).map(({ tag }) => tag)
  /** Takes the process of this test out of an entry. */
  const withoutOwner = (tag: string, owner = '') => {
    const path = join(shared, tag)
    writeFileSync(path, `${readFileSync(path, 'utf8').replace(/^owner .*\n/gm, '')}${owner}`)
  }

  it('is seen by everybody but its own program, until it leaves', async () => {
    expect(await others()).toEqual([])
    const first = await enterUse(host, entry('aaaa0001'), [])
    expect(first.others).toEqual([])
    expect(statSync(shared).mode & 0o7777).toBe(0o1777)
    const second = await enterUse(host, entry('aaaa0002', { state: 'waits' }), [])
    expect(second.others).toMatchObject([
      { tag: 'aaaa0001', state: 'measures', name: `Nova "aaaa0001", it's a mix`, claimedAt: first.claimedAt },
    ])
    expect(second.others[0]?.user).not.toBe('')
    expect(second.claimedAt).toBeGreaterThanOrEqual(first.claimedAt)
    expect(await others('aaaa0002')).toEqual(['aaaa0001'])
    await leaveUse(host, 'aaaa0001')
    expect(await others()).toEqual(['aaaa0002'])
  })

  it('writes through no link that another account put there', async () => {
    await enterUse(host, entry('aaaa0001'), [])
    const victim = join(workshop.folder, 'victim')
    writeFileSync(victim, 'mine')
    // What a name with the number of a process could be.
    for (let next = process.pid; next < process.pid + 4000; next += 1)
      symlinkSync(victim, join(shared, `.aaaa0001.${String(next)}`))
    await enterUse(host, entry('aaaa0001'), [])
    expect(readFileSync(victim, 'utf8')).toBe('mine')
    expect(await others()).toEqual(['aaaa0001'])
  })

  it('keeps its place while it is renewed', async () => {
    const { claimedAt } = await enterUse(host, entry('aaaa0001', { state: 'waits' }), [])
    expect((await enterUse(host, entry('aaaa0001'), [])).claimedAt).toBe(claimedAt)
  })

  it('counts as long as a process of it is alive, or its time is not up', async () => {
    await enterUse(host, entry('aaaa0001', { validSeconds: 0 }), [])
    expect(await others()).toEqual(['aaaa0001'])
    withoutOwner('aaaa0001')
    expect(await others()).toEqual([])
    // What is left over is removed.
    expect(readdirSync(shared)).toEqual([])
    await enterUse(host, entry('aaaa0002'), [])
    withoutOwner('aaaa0002')
    expect(await others()).toEqual(['aaaa0002'])
  })

  it('does not count once its process has ended, or the machine was started anew', async () => {
    const gone = spawn('true')
    await new Promise((resolve) => gone.once('exit', resolve))
    await enterUse(host, entry('aaaa0001', { validSeconds: 0 }), [])
    withoutOwner('aaaa0001', `owner ${String(gone.pid)} 12345\n`)
    expect(await others()).toEqual([])
    await enterUse(host, entry('aaaa0002'), [])
    const path = join(shared, 'aaaa0002')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^boot .*/m, 'boot another'))
    expect(await others()).toEqual([])
  })

  it('is kept alive by a supervisor of a run, after its program has gone', async () => {
    const run = join(workshop.folder, 'state', 'runs', 'bw-aaaa0001-12')
    mkdirSync(run, { recursive: true })
    const stat = readFileSync(`/proc/${String(process.pid)}/stat`, 'utf8')
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
    writeFileSync(join(run, 'supervisor'), `${String(process.pid)} ${start} boot 1\n`)
    await enterUse(host, entry('aaaa0001', { validSeconds: 0 }), [])
    const owners = readFileSync(join(shared, 'aaaa0001'), 'utf8').match(/^owner .*/gm) ?? []
    expect(owners).toHaveLength(2)
    withoutOwner('aaaa0001', `${owners[1] ?? ''}\n`)
    expect(await others()).toEqual(['aaaa0001'])
  })

  it('is not believed whatever stands in the folder', async () => {
    await enterUse(host, entry('aaaa0001'), [])
    for (const [name, text] of [
      ['empty', ''],
      ['words', 'boot x\nstate measures\nclaimed $(touch hit)\nuntil 9999999999\n'],
      ['state', 'state dances\nclaimed 1\nuntil 9999999999\n'],
    ] as const)
      writeFileSync(join(shared, name), text)
    expect(await others()).toEqual(['aaaa0001'])
  })
})
