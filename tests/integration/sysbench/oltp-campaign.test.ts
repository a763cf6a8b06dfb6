import { spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { FioWorkshop } from '../runner/fio-workshop'
import { noneLeft } from '../runner/processes'
import { needDatabasePrograms, oltpPlan, serversIn, unhurried } from './oltp-workshop'

beforeAll(needDatabasePrograms)

/** The command line in a separate process; its output grows in `said`. */
function commandLine(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['app/dist/cli.js', ...args], { env })
  const output = { said: '' }
  const lines = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output.said += piece.toString()
      for (const look of lines) look()
    })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  /** Rejects if the program ends without having printed it. */
  const says = (pattern: RegExp) =>
    Promise.race([
      new Promise<void>((resolve) => lines.add(() => pattern.test(output.said) && resolve())),
      ended.then((code) => {
        throw new Error(`It ended with ${String(code)}: ${output.said}`)
      }),
    ])
  return { child, output, ended, says }
}

it('measures two configurations for 20 s each through a kill of the app, and leaves nothing', async () => {
  const shop = new FioWorkshop()
  try {
    const [plan, review] = [join(shop.folder, 'plan.json'), join(shop.folder, 'killed.benchwright')]
    const levels = ['A baseline', 'B more I/O threads: innodb_read_io_threads=8 innodb_write_io_threads=8']
    const axes = [{ key: 'configuration', levels }]
    const base = { ...unhurried, jobs: 1, runtime: 20 }
    const parts = { axes, order: { kind: 'designed', seed: 1 }, observe: ['disk', 'cpu'] } as const
    writeFileSync(plan, JSON.stringify(oltpPlan(shop, parts, base)))
    const env = { ...process.env, BENCHWRIGHT_STATE: join(shop.folder, 'state') }

    const killed = commandLine(env, 'run', plan, '--into', review)
    // The first measured run has started to report its progress.
    await killed.says(/^ *[1-9]\d* % /m)
    killed.child.kill('SIGKILL')
    await killed.ended
    // What measures is independent of the app that is gone.
    expect(serversIn(shop.folder)).toHaveLength(1)
    const resumed = commandLine(env, 'resume', review)
    expect(await resumed.ended, resumed.output.said).toBe(0)
    expect(resumed.output.said).toMatch(/2 of 2 runs done/)

    const store = openReview(review, { mode: 'read' })
    const [campaign] = store.campaigns()
    if (!campaign) throw new Error('There is no campaign.')
    const runs = store.runs(campaign.id)
    expect(runs.map(({ state, phase }) => `${phase} ${state}`)).toEqual([
      'layout done',
      'measure done',
      'measure done',
    ])
    for (const { id, levels: its } of runs.slice(1)) {
      const text = (name: string) => new TextDecoder().decode(store.rawOutput(id, name))
      const printed = Number(/transactions: +\d+ +\(([\d.]+) per sec/.exec(text('output.txt'))?.[1])
      const scalar = (metric: string) =>
        store.run(id)?.measurements.find((one) => one.metric === metric)?.value
      expect(scalar('transactions')).toBe(printed)
      expect(scalar('runtime')).toBeGreaterThanOrEqual(20)
      expect(scalar('database_log_bandwidth')).toBeGreaterThan(0)
      // tmpfs and the like have no drive to observe.
      if (store.series(id, { metrics: ['disk_busy'] }).length > 0)
        expect(scalar('database_write_amplification')).toBeGreaterThan(0)
      expect(scalar('database_bytes')).toBeGreaterThan(2 * 1000 * 200)
      const isMore = String(its.configuration).startsWith('B')
      expect(/^innodb_read_io_threads\t(\d+)$/m.exec(text('variables.txt'))?.[1]).toBe(
        isMore ? '8' : undefined,
      )
      expect(text('server.txt')).toMatch(/MariaDB/)
      const series = store.series(id, {})
      expect(series.map(({ metric }) => metric)).toEqual(
        expect.arrayContaining(['transactions', 'latency_p95', 'sql_reads']),
      )
      const transactions = series.find(({ metric }) => metric === 'transactions')
      expect(transactions?.seconds.length).toBeGreaterThanOrEqual(19)
    }
    // The servers were asked to end, and did: none had to be killed.
    const log = store.log(campaign.id).map((entry) => entry.text)
    expect(log.join('\n')).not.toContain('behind')
    expect(store.check()).toEqual([])
    store.close()
    expect(readdirSync(shop.target)).toEqual([])
    expect(readdirSync(shop.runs)).toEqual([])
  } finally {
    await noneLeft(shop.folder)
    const servers = serversIn(shop.folder)
    await shop.close()
    expect(servers).toEqual([])
  }
})
