import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { bundledEnvironment, bundledProcess } from './bundled-process'
import { newReview, sampleCampaign, samplePlan } from './sample-review'

/** Runs the writer, kills it with SIGKILL some microseconds after an acknowledgement, and returns what it acknowledged. */
async function runAndKill(
  script: string,
  path: string,
  afterAcknowledgements: number,
  spins: number,
): Promise<number[]> {
  const child = spawn(process.execPath, [script, path], {
    env: bundledEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString()
    if (output.split('\n').length <= afterAcknowledgements) return
    const until = performance.now() + spins / 1000
    while (performance.now() < until);
    child.kill('SIGKILL')
  })
  await once(child, 'close')
  expect(child.signalCode).toBe('SIGKILL')
  return output.split('\n').slice(0, -1).map(Number)
}

describe('a process that is killed while it writes', () => {
  it('loses nothing that was acknowledged and leaves a sound file', { timeout: 120_000 }, async () => {
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign({ ...samplePlan, repetitions: 400 }))
    const { path } = review
    review.close()
    const script = bundledProcess('./writer-process.ts')
    const acknowledged = new Set<number>()
    let journals = 0
    for (let kill = 0; kill < 20; kill += 1) {
      for (const runId of await runAndKill(script, path, 1 + (kill % 5), (kill * 613) % 9000)) {
        expect(acknowledged.has(runId), `run ${runId} was done twice`).toBe(false)
        acknowledged.add(runId)
      }
      if (existsSync(`${path}-journal`)) journals += 1
      const after = openReview(path, { mode: 'write' })
      expect(isWriter(after) && after.lockForRunning()).toBeTruthy()
      const done = new Set(after.runs(campaignId).flatMap(({ id, state }) => (state === 'done' ? [id] : [])))
      for (const runId of acknowledged) expect(done.has(runId), `run ${runId} after kill ${kill}`).toBe(true)
      // A result may be stored while its acknowledgement was lost, at most one per kill.
      expect(done.size - acknowledged.size).toBeLessThanOrEqual(kill + 1)
      expect([...after.rows({})]).toHaveLength((done.size - (done.has(1) ? 1 : 0)) * 9)
      expect(after.check()).toEqual([])
      after.close()
    }
    console.log(`20 kills: ${acknowledged.size} acknowledged results, ${journals} left a journal`)
    expect(acknowledged.size).toBeGreaterThanOrEqual(40)
  })
})
