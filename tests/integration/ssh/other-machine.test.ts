import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { startRun } from '../../../src/bench/runner/start-run'
import { createReview } from '../../../src/bench/store/create-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { fioPlan } from '../runner/fio-plan'
import { enginePid, runProcesses } from '../runner/processes'
import { SshWorkshop } from './ssh-workshop'

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(isRoot)('row 21, 29: what answers to the name of a machine', () => {
  let shop: SshWorkshop
  let store: ReviewWriter
  let runner: CampaignRunner
  beforeEach(async () => {
    shop = new SshWorkshop()
    await shop.serve()
    shop.configure()
    shop.trust()
    store = createReview(join(shop.folder, 'review.benchwright'))
    openRunner()
  })
  afterEach(async () => {
    runner.leave()
    await shop.close()
    await runner.dispose()
    store.close()
  })

  function openRunner() {
    const pool = shop.pool()
    runner = new CampaignRunner({
      store,
      host: pool.local,
      hosts: pool,
      stateFolder: join(shop.folder, 'own-state'),
    })
    return pool
  }

  /** From now on another machine answers, with the same host key: other ids, and without the first one's files. */
  async function serveAs(machineId: string, bootId: string): Promise<void> {
    const file = (name: string, text: string) => {
      writeFileSync(join(shop.folder, name), `${text}\n`)
      return join(shop.folder, name)
    }
    const empty = join(shop.folder, 'empty')
    mkdirSync(empty, { recursive: true })
    const mounts = [
      [file('machine-id', machineId), '/etc/machine-id'],
      [file('boot-id', bootId), '/proc/sys/kernel/random/boot_id'],
      [empty, shop.runs],
      [empty, shop.target],
    ]
    const words = mounts.map((pair) => `mount --bind ${pair.join(' ')}`).join(' && ')
    writeFileSync(
      join(shop.folder, 'enter'),
      `#!/bin/sh\nexec unshare -m sh -c '${words} && eval "$SSH_ORIGINAL_COMMAND"'\n`,
      { mode: 0o755 },
    )
    await shop.serve({ lines: [`ForceCommand ${join(shop.folder, 'enter')}`] })
  }

  async function begun(): Promise<{ readonly campaignId: number; readonly directory: string }> {
    store.savePlan({ ...fioPlan(shop.target, { repetitions: 2 }, { runtime: 3 }), host: 'lab' })
    const { campaignId } = await runner.start('fio-plan', '')
    const directory = await new Promise<string>((resolve) => {
      const off = runner.events.on((event) => {
        if (event.type !== 'terminal' || !event.text.includes('(f=1)')) return
        const found = readdirSync(shop.runs).find((name) =>
          readdirSync(join(shop.runs, name)).includes('engine'),
        )
        if (found === undefined) return
        off()
        resolve(join(shop.runs, found))
      })
    })
    return { campaignId, directory }
  }
  const states = (campaignId: number) => store.runs(campaignId).map((run) => run.failure?.id ?? run.state)
  const logOf = (campaignId: number) =>
    store
      .log(campaignId)
      .map(({ text }) => text)
      .join('\n')
  const otherMachine = '0123456789abcdef0123456789abcdef'

  it('is not measured when it is another one, and what the first one did is collected when it is back', async () => {
    const { campaignId, directory } = await begun()
    await shop.stopServer()
    const engine = enginePid(directory)
    await serveAs(otherMachine, 'another-boot')
    expect(await runner.ended(campaignId)).toBe('interrupted')
    expect(logOf(campaignId)).toContain('lab is another machine than the one the campaign was started on')
    expect(states(campaignId)).toEqual(['done', 'running', 'waiting'])
    await expect(runner.resume(campaignId)).rejects.toMatchObject({ id: 'other-host' })
    expect(readdirSync(join(shop.folder, 'empty'))).toEqual([])

    await shop.stopServer()
    await shop.serve({ lines: [] })
    await runner.dispose()
    openRunner()
    await runner.resume(campaignId)
    expect(await runner.ended(campaignId)).toBe('done')
    expect(states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(logOf(campaignId)).not.toContain('waits again')
    expect(() => process.kill(engine, 0)).toThrow()
    expect(runProcesses(shop.folder)).toEqual([])
    expect(readdirSync(shop.target)).toEqual([])
  })

  it('is measured on when it is the same one after a restart', async () => {
    const { campaignId } = await begun()
    await shop.stopServer()
    const machineId = readFileSync('/etc/machine-id', 'utf8').trim()
    await serveAs(machineId, 'another-boot')
    expect(await runner.ended(campaignId)).toBe('done')
    expect(states(campaignId)).toEqual(['done', 'done', 'done'])
    expect(logOf(campaignId).match(/was interrupted and waits again/g)).toHaveLength(1)
    expect(store.check()).toEqual([])
  })

  it('does nothing for a run that belongs to another boot', async () => {
    const host = openRunner().ssh('lab')
    const command = { program: 'touch', args: [join(shop.folder, 'touched')], files: [], outputFile: 'out' }
    const runDirectory = join(shop.runs, 'bw-01234567-1')
    const request = { runDirectory, runName: 'bw-01234567-1', command, guard: undefined }
    expect(await startRun(host, { ...request, bootId: `it's another` })).toBe('other-boot')
    expect([...readdirSync(shop.runs), ...readdirSync(shop.folder)]).not.toContain('touched')
    expect(readdirSync(shop.runs)).toEqual([])
  })
})
