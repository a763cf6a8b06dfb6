import { relative } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { recordApps, settleRecords } from './evidence'

/**
 * Set-up of every file of end-to-end tests. Each try of a test that fails leaves a trace and pictures of its windows,
 * whether or not a later try passes.
 */
recordApps()
// Of apps that a file closes at its end.
afterAll(() => settleRecords(undefined))
afterEach(async ({ task }) => {
  const result = task.result
  const isFailed = result?.state === 'fail'
  const words = `${relative('tests', task.file.filepath)} ${task.name}`
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 120)
  const kept = await settleRecords(
    isFailed ? `${words}-try-${String((result.retryCount ?? 0) + 1)}` : undefined,
  )
  if (kept !== undefined) Object.assign(task.meta, { evidence: relative('.', kept) })
})
