import { openForWriting } from '../../../src/bench/store/open-review'
import { sampleImport, samplePublication } from './sample-import'

// Started by unfinished-imports.test.ts: dies in the middle of an import, each unit of which is a separate transaction.
const [path = '', steps = ''] = process.argv.slice(2)
let now = 0
performance.now = () => (now += 1000)
const storing = openForWriting(path).importCampaigns([sampleImport(), samplePublication()])
for (let at = 0; at < Number(steps); at += 1) storing.next()
process.kill(process.pid, 'SIGKILL')
