import { writeSync } from 'node:fs'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { sampleResult, sampleStart } from './sample-results'

// Started by kill.test.ts: finishes one run after the other and says so after each commit, until it is killed.
const [path = ''] = process.argv.slice(2)
const review = openReview(path, { mode: 'write' })
if (!isWriter(review) || !review.lockForRunning()) throw new Error('no lock')
for (const { runId, state } of review.execution(1)?.runs ?? []) {
  if (state === 'done') continue
  if (state === 'running') review.setRunState(runId, 'interrupted')
  if (state !== 'waiting') review.setRunState(runId, 'waiting')
  review.startRun(runId, sampleStart)
  if (!review.finishRun(runId, sampleResult(runId))) throw new Error(`run ${runId} had a result`)
  writeSync(1, `${runId}\n`)
}
