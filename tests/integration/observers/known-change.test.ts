import { basename } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { binnedLine } from '../../../src/core/figures/over-time/binned-line'
import { lineNumbers } from '../../../src/core/figures/over-time/line-numbers'
import type { Series } from '../../../src/core/results/observation'
import { canMakeDevices, DeviceLab, hasTool } from '../guard/device-lab'
import { fioPlan } from '../runner/fio-plan'
import { FioWorkshop } from '../runner/fio-workshop'
import { enginePid, noneLeft } from '../runner/processes'
import { canLimitSpeed, changeSeconds, changeSpeed, SpeedLimit } from './speed-limit'

const mebibyte = 1024 * 1024

/** The truth is known: the control group of the engine is slowed down at a second that is recorded. */
describe.skipIf(!canMakeDevices() || !hasTool('fio') || !canLimitSpeed())(
  'a job with a changed speed',
  () => {
    let lab: DeviceLab
    let shop: FioWorkshop
    let limit: SpeedLimit
    beforeEach(() => {
      lab = new DeviceLab()
      limit = new SpeedLimit()
      shop = new FioWorkshop()
    })
    afterEach(async () => {
      await shop.close()
      limit.close()
      await noneLeft(shop.folder)
      lab.close()
    })

    it('shows the change, the stall, and the same on the drive', async () => {
      const device = lab.loop(lab.image(128))
      const target = lab.mounted(device)
      const plan = fioPlan(
        target,
        { series: 0.5, observe: ['disk', 'cpu'] },
        // Deep enough that the limit is reached while the machine is busy with something else.
        { pattern: 'random-read', io_engine: 'libaio', direct: true, queue_depth: 32, block_size: 65536 },
      )
      const size = { file_size: 64 * mebibyte, runtime: changeSeconds }
      const campaignId = await shop.start({ ...plan, base: { ...plan.base, ...size } })
      const made = await changeSpeed(limit, device, enginePid(await shop.engineStarted('measure')))
      expect(await shop.runner.ended(campaignId)).toBe('done')

      const run = shop.store.runs(campaignId).at(-1)
      expect(run).toMatchObject({ state: 'done', warnings: [] })
      const all = shop.store.series(run?.id ?? 0)
      const engine = bandwidthOf(all, 'engine')
      const disk = bandwidthOf(all, 'disk', basename(device))
      const secondsOf = (atMs: number) => (atMs - engine.startedAtMs) / 1000
      for (const series of [engine, disk]) {
        const line = binnedLine(series, { warmUpSeconds: 0, binSeconds: 1 })
        const { changes = [] } = lineNumbers(line) ?? {}
        const speeds = Array.from(line.values, (value) => (value / mebibyte).toFixed(1)).join(' ')
        const near = (atMs: number) =>
          changes.filter(({ seconds }) => Math.abs(seconds - secondsOf(atMs)) <= 2)
        for (const atMs of [made.slowedAtMs, made.stalledAtMs, made.resumedAtMs])
          expect(near(atMs), `${series.source} at ${String(secondsOf(atMs))} of ${speeds}`).not.toEqual([])
        // Nothing before the stall changes as much.
        const before = changes.filter(({ seconds }) => seconds < secondsOf(made.stalledAtMs) - 2)
        const largest = [...before].sort((one, other) => stepOf(other) - stepOf(one))[0]
        expect(near(made.slowedAtMs)).toContain(largest)
      }
      // The two totals of bytes moved are never a second apart.
      const [moved, seen] = [engine, disk].map((series) => bytesUntil(series, changeSeconds - 1))
      moved?.forEach((bytes, at) => {
        expect(Math.abs((seen?.[at] ?? NaN) - bytes), `second ${String(at)}`).toBeLessThan(16 * mebibyte)
      })

      const figure = figureOfReview(shop.store, {
        kind: 'time-series',
        campaignIds: [campaignId],
        metric: 'bandwidth',
        binSeconds: 1,
      })
      const marks = (end: string) =>
        figure.series
          .filter(({ id }) => id.endsWith(end))
          .flatMap(({ columns }) => Array.from(columns?.x ?? []))
      expect(marks('/changes').some((x) => Math.abs(x - secondsOf(made.slowedAtMs)) <= 2)).toBe(true)
      const stalls = marks('/stalls')
      expect(stalls.length).toBeGreaterThan(0)
      // A machine that is busy with something else has other slow seconds, too; all those of the pause are marked.
      const [from, to] = [secondsOf(made.stalledAtMs) + 1, secondsOf(made.resumedAtMs) - 1]
      expect(stalls.filter((x) => x > from && x < to).length).toBeGreaterThanOrEqual(
        Math.floor(to - from) - 1,
      )
      expect(figure.panels?.titles.some((title) => title.startsWith('Drive: bandwidth'))).toBe(true)
    })
  },
)

/** Bytes moved until the end of each second. */
function bytesUntil({ seconds, values, intervalSeconds }: Series, end: number): readonly number[] {
  const reached = Array.from({ length: end }, () => 0)
  values.forEach((value, at) => {
    for (let second = Math.floor((seconds[at] ?? 0) - 1e-6); second < end; second += 1)
      if (second >= 0) reached[second] = (reached[second] ?? 0) + value * intervalSeconds
  })
  return reached
}

function stepOf({ before, after }: { readonly before: number; readonly after: number }): number {
  return Math.abs(after - before)
}

function bandwidthOf(all: readonly Series[], source: Series['source'], device?: string): Series {
  const found = all.find(
    (one) =>
      one.source === source &&
      one.metric === 'bandwidth' &&
      one.direction === 'read' &&
      one.device === device,
  )
  if (!found) throw new Error(`There is no read bandwidth of ${source}.`)
  return found
}
