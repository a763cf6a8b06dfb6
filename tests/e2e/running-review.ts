import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import type { CampaignDetail } from '../../src/core/results/campaign/campaign'
import { newPlan } from '../../src/core/plan/edit-plan'
import { quickStart, unhurried } from '../integration/runner/fio-plan'
import { launchApp, type AppUnderTest } from './launch-app'

export const runsOfCampaign = 6

/** A results file with a plan that moves no data: six runs of a second with fio's null engine. */
export interface RunningReview {
  readonly file: string
  /** Folder of the app's own settings, kept from one start to the next. */
  readonly settings: string
  /** Starts the app; without `args` as a person does from the desktop. */
  readonly launch: (args?: readonly string[]) => Promise<AppUnderTest>
  /** The campaign as it is in the file now. */
  readonly campaign: () => CampaignDetail | undefined
  readonly remove: () => Promise<void>
}

export async function runningReview(): Promise<RunningReview> {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-running-'))
  const file = join(folder, 'running.benchwright')
  const settings = join(folder, 'settings')
  const review = createReview(file)
  review.savePlan(
    newPlan(
      { id: 'null-plan', seed: 1, target: { kind: 'none' } },
      {
        name: 'No data',
        base: {
          pattern: 'random-read',
          io_engine: 'null',
          queue_depth: 4,
          ...quickStart,
          ...unhurried,
          file_size: 64 * 1024 ** 2,
          runtime: 1,
          ramp_time: 0,
        },
        axes: [{ key: 'block_size', levels: [4096, 65536] }],
        repetitions: runsOfCampaign / 2,
      },
    ),
  )
  review.close()
  return {
    file,
    settings,
    launch: (args = [file]) => launchApp({ args, userDataDir: settings }),
    campaign: () => {
      const opened = openReview(file, { mode: 'read' })
      try {
        const [summary] = opened.campaigns()
        return summary && opened.campaign(summary.id)
      } finally {
        opened.close()
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Starts the one plan from the Design room and resolves when its first run is in the file. */
export async function startCampaign(window: Page): Promise<void> {
  await window.getByRole('navigation', { name: 'Rooms' }).getByText('Design').click()
  await window.getByTestId('start-campaign').click()
  await window.getByTestId('confirm-start').click()
  await window.getByTestId('campaign-state').getByText('Running').waitFor()
}

/** Process id of the bench; undefined while there is none. */
export function benchPid({ app }: AppUnderTest): Promise<number | undefined> {
  return app.evaluate(
    ({ app: electronApp }) =>
      electronApp.getAppMetrics().find(({ name }) => name === 'Benchwright bench')?.pid,
  )
}
