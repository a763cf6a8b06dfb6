import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import type { Plan } from '../../src/core/plan/plan'
import { canMakeDevices, DeviceLab, hasTool } from '../integration/guard/device-lab'
import { canLimitSpeed, changeSeconds, changeSpeed, SpeedLimit } from '../integration/observers/speed-limit'
import { fioPlan } from '../integration/runner/fio-plan'
import { enginePid } from '../integration/runner/processes'
import { answerSave } from './native-dialogs'
import { designUnderTest, type DesignUnderTest } from './design-review'

/** A busy machine finds the engine later, and the stall has to be over before the job is. */
const lateSeconds = 6

describe.skipIf(!canMakeDevices() || !hasTool('fio') || !canLimitSpeed())(
  'a job whose speed is changed',
  () => {
    let lab: DeviceLab
    let limit: SpeedLimit
    let test: DesignUnderTest
    beforeEach(() => {
      lab = new DeviceLab()
      limit = new SpeedLimit()
    })
    afterEach(async () => {
      await test.close()
      limit.close()
      lab.close()
    })

    it('has its change, its stall and what the drive did in the figure over time', async () => {
      const device = lab.loop(lab.image(128))
      const target = lab.mounted(device)
      test = await designUnderTest((): readonly Plan[] => {
        const plan = fioPlan(
          target,
          { series: 0.5, observe: ['disk', 'cpu'] },
          { pattern: 'random-read', io_engine: 'libaio', direct: true, queue_depth: 2, block_size: 65536 },
        )
        const base = { ...plan.base, file_size: 64 * 1024 * 1024, runtime: changeSeconds + lateSeconds }
        return [{ ...plan, base }]
      })
      const { part, window } = test
      await part('start-campaign').click()
      await part('confirm-start').click()
      const made = await changeSpeed(limit, device, await measuringPid(test))
      await part('campaign-state').getByText('Done').waitFor()

      await part('show-results').click()
      await part('figure-kind').selectOption('time-series')
      await part('figure-canvas').waitFor()
      await vi.waitFor(async () =>
        expect(Number(await part('figure-table').getAttribute('aria-rowcount'))).toBeGreaterThan(
          changeSeconds,
        ),
      )
      const folder = process.env.BENCHWRIGHT_KEEP_PICTURES
      if (folder !== undefined) {
        mkdirSync(folder, { recursive: true })
        await window.screenshot({ path: join(folder, 'known-change.png') })
      }
      const drawing = lab.path('over-time.svg')
      await answerSave(test.app, drawing)
      await part('figure-export').click()
      await part('export-svg').click()
      await part('export-save').click()
      await vi.waitFor(() => expect(existsSync(drawing)).toBe(true))
      const svg = readFileSync(drawing, 'utf8')
      // Its lines are texts of their own.
      const words = [...svg.matchAll(/<text[^>]*>([^<>]+)</g)].map(([, text = '']) => text.trim()).join(' ')
      const secondsOf = (atMs: number) => (atMs - engineStart(test.file)) / 1000
      const changes = [...words.matchAll(/([\d.]+)\s+s\s+\(([\d.]+)\s+MB\/s to ([\d.]+)\s+MB\/s\)/g)].map(
        ([, seconds, before, after]) => ({
          seconds: Number(seconds),
          before: Number(before),
          after: Number(after),
        }),
      )
      const slowed = changes.filter(({ before, after }) => before > 15 && after < 12)
      expect(slowed, words).toHaveLength(1)
      expect(Math.abs((slowed[0]?.seconds ?? NaN) - secondsOf(made.slowedAtMs)), words).toBeLessThanOrEqual(2)
      const stalled = changes.find(({ before, after }) => before < 12 && after < 3)
      expect(Math.abs((stalled?.seconds ?? NaN) - secondsOf(made.stalledAtMs)), words).toBeLessThanOrEqual(2)
      expect(words).toContain('Triangles: stalls')
      expect(test.problems).toEqual([])
    })
  },
)

/** Of the engine of the measured run, as soon as it is on record. */
async function measuringPid({ file, userDataDir }: DesignUnderTest): Promise<number> {
  const runs = join(userDataDir, 'state', 'runs')
  return vi.waitFor(() => {
    expect(runningPhase(file)).toBe('measure')
    // Those of finished runs are removed a moment later.
    const [directory = '', ...others] = readdirSync(runs)
    expect(others).toEqual([])
    const pid = enginePid(join(runs, directory))
    process.kill(pid, 0)
    return pid
  })
}

/** When the measured part of the run began, by the clock of this host. */
function engineStart(file: string): number {
  const review = openReview(file, { mode: 'read' })
  try {
    const [run] = review.runs(1).filter(({ phase }) => phase === 'measure')
    return review.series(run?.id ?? 0, { sources: ['engine'] })[0]?.startedAtMs ?? NaN
  } finally {
    review.close()
  }
}

function runningPhase(file: string): string | undefined {
  const review = openReview(file, { mode: 'read' })
  try {
    return review.runs(1).find(({ state }) => state === 'running')?.phase
  } finally {
    review.close()
  }
}
