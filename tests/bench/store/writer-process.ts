import { writeSync } from 'node:fs'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { sampleResult, sampleStart } from './sample-results'

// Started by kill.test.ts: finishes one run after the other and reports it after each commit, until it is killed. After
// 20 it waits for that, so that the runs last however late the kill comes.
let finished = 0
const [path = ''] = process.argv.slice(2)
const review = openReview(path, { mode: 'write' })
if (!isWriter(review) || !review.lockForRunning()) throw new Error('no lock')
for (const { runId, state } of review.execution(1)?.runs ?? []) {
  if (state === 'done') continue
  if (state === 'running') review.setRunState(runId, 'interrupted')
  if (state !== 'waiting') review.setRunState(runId, 'waiting')
  review.startRun(runId, sampleStart)
  if (!review.finishRuns([[runId, sampleResult(runId)]])) throw new Error(`run ${runId} had a result`)
  writeSync(1, `${runId}\n`)
  finished += 1
  while (finished === 20) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
