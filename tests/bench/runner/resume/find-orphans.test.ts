import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import { findOrphans } from '../../../../src/bench/runner/resume/find-orphans'
import { stopOrphan } from '../../../../src/bench/runner/resume/orphans'
import { runProcesses } from '../../../integration/runner/processes'
import { openWorkshop, startText, type Workshop } from '../run-in-shell'
import { installShell, shells } from '../shells'

describe.each(shells)('orphaned runs, under $name', (shell) => {
  let workshop: Workshop
  afterEach(() => {
    for (const pid of runProcesses(workshop.folder)) process.kill(pid, 'SIGKILL')
    rmSync(workshop.folder, { recursive: true, force: true })
  })

  it("are found with what they are, and ended one by one; own campaigns' runs and finished ones are left out", async () => {
    workshop = openWorkshop()
    const { path, environment } = installShell(shell, workshop.folder)
    const host = createLocalHost({
      shell: path,
      environment: { ...environment, BENCHWRIGHT_STATE: workshop.folder },
    })
    // Names unique to this attempt: runs are found by them wherever they are.
    const [own, other] = [0, 1].map(() => `bw-${randomBytes(4).toString('hex')}`) as [string, string]
    const target = join(workshop.folder, "it's a target")
    const guard = { path: target, createdIdentity: undefined, mayCreate: true, fileBytes: 0, spaceBytes: 0 }
    const seconds = 'echo > ready; exec sleep 77'
    const first = await startText({ ...workshop, host }, `${other}-12`, seconds, guard)
    await startText({ ...workshop, host }, `${own}-1`, seconds)
    const done = await startText({ ...workshop, host }, `${other}-13`, 'exit 0')
    await host.waitForRun(done, new AbortController().signal)
    // Remains that are not a run: nothing of them is running.
    mkdirSync(workshop.directory(`${other}-14`))
    writeFileSync(join(workshop.directory(`${other}-14`), 'supervisor'), '1 2 another-boot 3\n')
    const ready = () =>
      [`${other}-12`, `${own}-1`].every((name) => existsSync(`${workshop.directory(name)}/ready`))
    while (!ready()) await host.execute('sleep 0.05')

    const found = await findOrphans(host, new Set([own.slice(3)]))
    expect(found).toMatchObject([{ runDirectory: first, tag: other.slice(3), runId: 12, target }])
    const [orphan] = found
    if (!orphan) throw new Error('Nothing was found.')
    expect(orphan.ageSeconds).toBeGreaterThanOrEqual(0)
    expect(orphan.ageSeconds).toBeLessThan(300)
    const [supervisor] = readFileSync(join(first, 'supervisor'), 'utf8').split(' ').map(Number)
    expect(orphan.processes.map(({ pid }) => pid)).toContain(supervisor)
    expect(orphan.processes.map(({ command }) => command).join('\n')).toContain('sleep 77')

    const proof = await stopOrphan(host, orphan)
    expect(proof.leftPids).toEqual([])
    expect([...proof.endedPids].sort()).toEqual(orphan.processes.map(({ pid }) => pid).sort())
    const rest = await findOrphans(host, new Set())
    expect(rest.map(({ tag }) => tag)).toEqual([own.slice(3)])
    for (const { pid } of rest.flatMap(({ processes }) => processes)) process.kill(pid, 'SIGKILL')
    await vi.waitFor(async () => expect(await findOrphans(host, new Set())).toEqual([]))
  }, 180_000)
})
