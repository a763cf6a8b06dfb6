import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, it } from 'vitest'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import { CampaignRunner } from '../../../src/bench/runner/campaign-runner'
import { createReview } from '../../../src/bench/store/create-review'
import { scriptPlan } from '../../bench/runner/runner-workshop'
import { scriptEngine } from '../../bench/runner/script-engine'
import { noneLeft } from './processes'
import { startAnyway } from '../../bench/runner/start-anyway'

/** Short runs, each with its own supervisor; the full proof takes 10,000 of them, see docs/reliability.md. */
const wanted = Number(process.env.BENCHWRIGHT_MANY_RUNS ?? '45')
const runsPerCampaign = Math.min(500, wanted / 3)
const mebibyte = 1024 * 1024

interface Sample {
  readonly runs: number
  readonly descriptors: number
  readonly heapBytes: number
  /** The system's figure at this moment, V8's empty memory included. */
  readonly seenBytes: number
  /** The same after V8 has returned what it reserved for future objects. */
  readonly residentBytes: number
}

const folder = mkdtempSync(join(tmpdir(), 'benchwright-many-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

setFlagsFromString('--expose-gc')

/**
 * V8 reserves up to 100 MiB for future objects and returns it at its discretion, so that the resident memory of a
 * process that keeps nothing goes up and down by as much. A last-resort collection returns all of it.
 */
function sample(runs: number): Sample {
  const seenBytes = process.memoryUsage().rss
  runInNewContext("gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })")
  const { heapUsed, rss } = process.memoryUsage()
  const descriptors = readdirSync('/proc/self/fd').length
  return { runs, descriptors, heapBytes: heapUsed, seenBytes, residentBytes: rss }
}

function words({ runs, descriptors, heapBytes, seenBytes, residentBytes }: Sample): string {
  const [heap, seen, resident] = [heapBytes, seenBytes, residentBytes].map((bytes) =>
    (bytes / mebibyte).toFixed(1),
  )
  return `${String(runs)} runs: ${String(descriptors)} descriptors, ${String(seen)} MiB resident, ${String(resident)} without V8's empty memory, ${String(heap)} of objects`
}

it.runIf(process.platform === 'linux')(
  `${String(wanted)} short runs need no more memory and descriptors at the end than at the beginning`,
  { timeout: 120_000 + wanted * 2_000 },
  async () => {
    const state = join(folder, 'state')
    const store = createReview(join(folder, 'review.benchwright'))
    const engine = scriptEngine()
    const runner = new CampaignRunner({
      store,
      host: createLocalHost({ environment: { ...process.env, BENCHWRIGHT_STATE: state } }),
      stateFolder: state,
      findEngine: () => engine,
      advise: () => [],
    })
    const samples: Sample[] = []
    let begun = 0
    while (begun < wanted) {
      const plan = scriptPlan({
        target: { kind: 'none' },
        axes: [],
        repetitions: Math.min(runsPerCampaign, wanted - begun),
      })
      store.savePlan(plan)
      const { campaignId } = await runner.start(plan.id, 'as tested', startAnyway)
      expect(await runner.ended(campaignId)).toBe('done')
      const done = store.runs(campaignId)
      expect(done.filter((run) => run.state !== 'done')).toEqual([])
      begun += done.length
      const now = sample(begun)
      samples.push(now)
      if (wanted < 1000 || begun % 1000 === 0) console.log(words(now))
    }
    await runner.dispose()
    expect(store.check()).toEqual([])
    store.close()
    expect(readdirSync(join(state, 'runs'))).toEqual([])
    await noneLeft(folder)
    const [first, last] = [samples[0], samples.at(-1)]
    if (!first || !last) throw new Error('Nothing was measured.')
    expect(last.descriptors).toBeLessThanOrEqual(first.descriptors)
    // What a campaign of 500 runs leaves on the heap is measured in kilobytes; a leak of a run's output would be more.
    expect(last.heapBytes - first.heapBytes).toBeLessThan(16 * mebibyte)
    expect(last.residentBytes - first.residentBytes).toBeLessThan(16 * mebibyte)
  },
)
