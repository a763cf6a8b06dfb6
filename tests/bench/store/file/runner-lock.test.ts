import { DatabaseSync } from '@photostructure/sqlite'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { isWriter, openReview } from '../../../../src/bench/store/open-review'
import { fateOf, thisProcess } from '../../../../src/bench/files/process-identity'
import type { ReviewWriter } from '../../../../src/bench/store/review-store'
import { closing, newReview, sampleCampaign } from '../sample-review'

function second(review: ReviewWriter): ReviewWriter {
  const other = closing(openReview(review.path, { mode: 'write' }))
  if (!isWriter(other)) throw new Error('not writable')
  return other
}

function rewriteLock(review: ReviewWriter, assignment: string): void {
  const raw = new DatabaseSync(review.path)
  raw.exec(`UPDATE runner_lock SET ${assignment}`)
  raw.close()
}

describe('the lock for running', () => {
  it('is held by one at a time and free again after release or close', () => {
    const one = newReview()
    const two = second(one)
    const lock = one.lockForRunning()
    expect(lock).toBeDefined()
    expect(two.lockForRunning()).toBeUndefined()
    expect(two.lockForRunning({ takeOver: true })).toBeUndefined()
    expect(one.lockForRunning()).toBeUndefined()
    expect(two.runnerHolder()).toMatchObject({ fate: 'alive', processId: process.pid, mayTakeOver: false })
    expect(two.runnerHolder()?.text).toBe('This Benchwright already runs from this file.')
    lock?.release()
    lock?.release()
    expect(two.lockForRunning()).toBeDefined()
    expect(one.lockForRunning()).toBeUndefined()
    two.close()
    expect(one.lockForRunning()).toBeDefined()
  })

  it('is taken over from a process that was killed', async () => {
    const review = newReview()
    const child = spawn('sleep', ['60'])
    await once(child, 'spawn')
    review.lockForRunning()
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    rewriteLock(review, `process_id = ${child.pid}, process_start = '${start}'`)
    const other = second(review)
    expect(other.lockForRunning()).toBeUndefined()
    expect(other.runnerHolder()?.text).toContain(`process ${child.pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(other.runnerHolder()).toMatchObject({ fate: 'gone', mayTakeOver: true })
    expect(other.lockForRunning()).toBeDefined()
  })

  it('is taken over if its process id belongs to a later process, or the machine was restarted', () => {
    for (const change of [`process_start = '1'`, `machine = 'another-boot pid:[1]'`]) {
      const review = newReview()
      review.lockForRunning()
      rewriteLock(review, change)
      expect(second(review).lockForRunning()).toBeDefined()
    }
  })

  it('of another machine or container remains, with an explanation, until a person takes over a silent one', () => {
    const here = thisProcess()
    const elsewhere = [`host = 'bench-9'`, `machine = '${here.machine.split(' ')[0]} pid:[999]'`]
    for (const change of elsewhere) {
      const review = newReview()
      review.lockForRunning()
      rewriteLock(review, change)
      const other = second(review)
      expect(other.lockForRunning()).toBeUndefined()
      expect(other.lockForRunning({ takeOver: true })).toBeUndefined()
      expect(other.runnerHolder()).toMatchObject({ fate: 'elsewhere', mayTakeOver: false })
      for (const minutes of [-16, 16, 10_000_000]) {
        rewriteLock(review, `alive_ms = ${Date.now() + minutes * 60_000}`)
        expect(other.lockForRunning()).toBeUndefined()
        expect(other.runnerHolder()).toMatchObject({
          mayTakeOver: true,
          remedy: expect.stringContaining('take over') as string,
        })
        expect(other.runnerHolder()?.text.includes('in the future')).toBe(minutes > 0)
      }
      expect(other.lockForRunning({ takeOver: true })).toBeDefined()
    }
  })

  it('is confirmed by every write of its holder, and lost once another took over', () => {
    const review = newReview()
    review.lockForRunning()
    rewriteLock(review, 'alive_ms = 5')
    review.describe('a', '')
    expect(review.runnerHolder()?.aliveAtMs).toBeGreaterThan(5)
    const campaignId = review.createCampaign(sampleCampaign())

    rewriteLock(review, `host = 'bench-9', alive_ms = 5`)
    const other = second(review)
    expect(other.lockForRunning({ takeOver: true })).toBeDefined()
    expect(() => review.setCampaignState(campaignId, 'running')).toThrow(
      expect.objectContaining({ id: 'lock-lost' }),
    )
    expect(other.campaign(campaignId)?.state).toBe('waiting')
    other.setCampaignState(campaignId, 'running')
  })
})

describe('a file that is rolled back while its lock is held', () => {
  const campaignIn = (review: ReviewWriter) => review.createCampaign(sampleCampaign())

  it('refuses every further write, whatever other programs wrote to the older copy', () => {
    const review = newReview()
    const id = campaignIn(review)
    review.lockForRunning()
    review.setCampaignState(id, 'running')
    const older = readFileSync(review.path)
    review.appendLog(id, { atMs: Date.now(), level: 'info', text: 'newer' })
    review.appendLog(id, { atMs: Date.now(), level: 'info', text: 'newest' })
    writeFileSync(review.path, older)
    const other = second(review)
    for (let count = 0; count < 5; count += 1) other.describe(`title ${count}`, '')
    const rolledBack: unknown = expect.objectContaining({
      id: 'rolled-back',
      message: expect.stringMatching(/older/) as string,
    })
    expect(() => review.setCampaignState(id, 'paused')).toThrow(rolledBack)
    expect(() => review.describe('mine', '')).toThrow(rolledBack)
    expect(review.summary().title).toBe('title 4')
    expect(review.log(id)).toEqual([])
  })

  it('names a copy from before the lock as what it is', () => {
    const review = newReview()
    const id = campaignIn(review)
    const older = readFileSync(review.path)
    review.lockForRunning()
    writeFileSync(review.path, older)
    expect(() => review.setCampaignState(id, 'running')).toThrow(
      expect.objectContaining({ id: 'rolled-back' }),
    )
  })

  it('lets the holder record the end of its campaign, and nothing else', () => {
    const review = newReview()
    const id = campaignIn(review)
    const lock = review.lockForRunning()
    review.setCampaignState(id, 'running')
    const older = readFileSync(review.path)
    review.setCampaignState(id, 'pausing')
    writeFileSync(review.path, older)
    expect(() => review.setCampaignState(id, 'paused')).toThrow(
      expect.objectContaining({ id: 'rolled-back' }),
    )
    review.interruptCampaign(id, { atMs: Date.now(), level: 'error', text: 'Rolled back.' })
    expect(review.campaign(id)?.state).toBe('interrupted')
    expect(review.log(id).map(({ text }) => text)).toEqual(['Rolled back.'])
    expect(() => review.setCampaignState(id, 'running')).toThrow(
      expect.objectContaining({ id: 'rolled-back' }),
    )
    lock?.release()
    expect(second(review).lockForRunning()).toBeDefined()
    expect(review.check()).toEqual([])
  })

  it('does not mistake a write that failed for a rollback', () => {
    const review = newReview()
    const id = campaignIn(review)
    review.lockForRunning()
    for (let count = 0; count < 3; count += 1) {
      expect(() => review.setCampaignState(id + 1, 'running')).toThrow(
        expect.objectContaining({ id: 'not-found' }),
      )
      review.setCampaignState(id, 'running')
    }
  })
})

describe('the fate of a process', () => {
  it.runIf(process.platform === 'linux')('treats a zombie as gone', async () => {
    // The child of sh ends as the child of a program that never waits for it.
    const parent = spawn('sh', ['-c', 'head -c1 <&3 >&3 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    })
    if (!parent.stdout) throw new Error('The shell has no output.')
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const processId = Number(line.toString())
    try {
      // A shell would wait for its child; the program it becomes does not.
      await vi.waitFor(() => expect(readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'))
      const [, , , child] = parent.stdio
      if (child && 'write' in child) child.write('x')
      const stat = () => readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1] ?? ''
      await vi.waitFor(() => expect(stat()).toMatch(/^Z /))
      const processStart = stat().split(' ')[19] ?? ''
      expect(fateOf({ ...thisProcess(), processId, processStart })).toBe('gone')
    } finally {
      parent.kill('SIGKILL')
    }
  })

  it('identifies this process, an ended one and one it cannot see', () => {
    const here = thisProcess()
    expect(fateOf(here)).toBe('alive')
    const { pid } = spawnSync('true')
    expect(fateOf({ ...here, processId: pid, processStart: '' })).toBe('gone')
    expect(fateOf({ ...here, host: 'other' })).toBe('elsewhere')
  })
})
