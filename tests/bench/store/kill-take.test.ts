import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { openForWriting } from '../../../src/bench/store/open-review'
import { bundledEnvironment, bundledProcess } from './bundled-process'
import { newReview, sampleCampaign, samplePlan, sampleResult } from './sample-review'

const campaigns = 3
const kills = 10

/** A closed file with campaigns of 100 finished runs. */
function otherReview(): string {
  const review = newReview()
  for (let at = 0; at < campaigns; at++) {
    const plan = { ...samplePlan, name: `Plan ${at}`, repetitions: 20 }
    const campaignId = review.createCampaign(sampleCampaign(plan))
    const runs = review.execution(campaignId)?.runs ?? []
    review.finishRuns(runs.map(({ runId }) => [runId, sampleResult(runId)]))
    review.setCampaignState(campaignId, 'done')
  }
  review.close()
  return review.path
}

/** Kills the process some microseconds after the given line of its output; resolves with that output. */
async function takeAndKill(script: string, files: readonly string[], line: string, spins: number) {
  const child = spawn(process.execPath, [script, ...files], {
    env: bundledEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString()
    if (!output.split('\n').includes(line)) return
    const until = performance.now() + spins / 1000
    while (performance.now() < until);
    child.kill('SIGKILL')
  })
  await once(child, 'close')
  return output
}

it('imports everything or nothing if it is killed in between', { timeout: 120_000 }, async () => {
  const other = otherReview()
  const mine = newReview()
  const before = mine.createCampaign(sampleCampaign())
  mine.close()
  const script = bundledProcess('./take-process.ts')
  let unfinished = 0
  for (let kill = 0; kill < kills; kill++) {
    const line = kill % (campaigns + 1) === 0 ? 'begun' : String(kill % (campaigns + 1))
    const output = await takeAndKill(script, [mine.path, other], line, (kill * 1613) % 9000)
    const after = openForWriting(mine.path)
    expect(after.check()).toEqual([])
    const taken = after.campaigns().filter(({ id }) => id !== before)
    expect([0, campaigns]).toContain(taken.length)
    if (output.includes('done')) expect(taken).toHaveLength(campaigns)
    if (taken.length === 0) unfinished += 1
    // The next kill finds a file that has none of them.
    for (const { id } of taken) after.deleteCampaign(id)
    after.close()
  }
  console.log(`${kills} kills: ${unfinished} left nothing, ${kills - unfinished} came after the end`)
  expect(unfinished).toBeGreaterThan(0)
})
