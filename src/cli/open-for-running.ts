import { existsSync } from 'node:fs'
import { createLocalHost } from '../bench/hosts/local-host'
import { CampaignRunner } from '../bench/runner/campaign-runner'
import { createReview } from '../bench/store/create-review'
import { isWriter, openReview } from '../bench/store/open-review'
import type { ReviewWriter } from '../bench/store/review-store'
import { CommandError } from './command'

export interface RunningBench {
  readonly review: ReviewWriter
  readonly runner: CampaignRunner
  close(): Promise<void>
}

/** Opens a results file for running; makes it first where `create` allows. */
export function openForRunning(path: string, create: boolean): RunningBench {
  const review = create && !existsSync(path) ? createReview(path) : openReview(path, { mode: 'write' })
  if (!isWriter(review)) {
    const reason = review.summary().readOnlyReason ?? 'The file cannot be written.'
    review.close()
    throw new CommandError(
      `${path}: ${reason}`,
      'Copy the file to a folder you may write to and use the copy.',
    )
  }
  const host = createLocalHost()
  const runner = new CampaignRunner({ store: review, host })
  return {
    review,
    runner,
    async close() {
      await runner.dispose()
      await host.dispose()
      review.close()
    },
  }
}
