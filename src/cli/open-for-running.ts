import { existsSync } from 'node:fs'
import { HostPool } from '../bench/hosts/host-pool'
import { CampaignRunner } from '../bench/runner/campaign-runner'
import { createReview } from '../bench/store/create-review'
import { isWriter, openReview } from '../bench/store/open-review'
import type { ReviewWriter } from '../bench/store/review-store'
import { CommandError } from './command'

export interface RunningBench {
  readonly review: ReviewWriter
  readonly runner: CampaignRunner
  readonly hosts: HostPool
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
  const hosts = new HostPool()
  const runner = new CampaignRunner({ store: review, host: hosts.local, hosts })
  return {
    review,
    runner,
    hosts,
    async close() {
      runner.leave()
      await hosts.dispose()
      await runner.dispose()
      review.close()
    },
  }
}
