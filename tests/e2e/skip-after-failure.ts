import { beforeEach } from 'vitest'

/**
 * In a file whose tests build on each other: once one has failed in its last attempt, the rest is skipped. Each would
 * wait a minute for what is not there, in each of its attempts.
 */
export function skipAfterFailure(): void {
  let failed = false
  beforeEach(({ onTestFailed, skip, task }) => {
    skip(failed, 'An earlier test of this file failed.')
    onTestFailed(() => {
      const { retry = 0 } = task
      failed = (task.result?.retryCount ?? 0) >= (typeof retry === 'number' ? retry : (retry.count ?? 0))
    })
  })
}
