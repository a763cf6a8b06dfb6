import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
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
  'a job with a changed speed',
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

    it("shows its change, its stall and the drive's activity in the figure over time", async () => {
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
        await window.locator('[aria-busy=false] [data-testid=figure-canvas][tabindex="0"]').waitFor()
        await vi.waitFor(async () =>
          expect((await part('figure-canvas').boundingBox())?.width).toBeGreaterThan(300),
        )
        await window.screenshot({ path: join(folder, 'known-change.png') })
      }
      const printed = lab.path('over-time.md')
      await answerSave(test.app, printed)
      await part('figure-export').click()
      await part('export-md').click()
      await part('export-save').click()
      await vi.waitFor(() => expect(existsSync(printed)).toBe(true))
      const text = readFileSync(printed, 'utf8')
      // A machine that is busy with something else causes additional steps; those that were made here are among them.
      const lines = ['Short mix \\| Bandwidth', `Short mix, ${basename(device)} \\| Drive: bandwidth`]
      const rows = text
        .split('\n')
        .filter((row) => lines.some((line) => new RegExp(`^\\| ${line}`).test(row)))
      expect(rows, text).toHaveLength(2)
      const start = engineStart(test.file)
      for (const row of rows) {
        const changes = row.split('|').at(-2)?.split(';').map(Number) ?? []
        const nearest = (atMs: number) =>
          Math.min(...changes.map((seconds) => Math.abs(seconds - (atMs - start) / 1000)))
        expect(nearest(made.slowedAtMs), text).toBeLessThanOrEqual(2)
        expect(nearest(made.stalledAtMs), text).toBeLessThanOrEqual(2)
      }
      expect(text).toContain('Triangles: slow bins')
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
