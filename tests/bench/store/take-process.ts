import { writeSync } from 'node:fs'
import { openForWriting, openReview } from '../../../src/bench/store/open-review'

// Started by kill-take.test.ts: imports all campaigns of one file into another and reports when it starts, after each
// campaign and at the end.
const [into = '', from = ''] = process.argv.slice(2)
const review = openForWriting(into)
const other = openReview(from, { mode: 'read' })
writeSync(1, 'begun\n')
review.takeCampaigns(other, { onProgress: (done) => writeSync(1, `${done}\n`) })
writeSync(1, 'done\n')
