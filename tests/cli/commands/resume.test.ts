import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { openReview } from '../../../src/bench/store/open-review'
import { resume } from '../../../src/cli/commands/resume'
import { endWithSkipped, sampleCampaign } from '../../bench/store/sample-review'
import { runAnswered, runCaptured } from '../capture-output'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-resume-'))
  path = join(folder, 'review.benchwright')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('benchwright resume', () => {
  it('reports that another process runs from the file, and fails', async () => {
    const review = createReview(path)
    review.createCampaign(sampleCampaign())
    const lock = review.lockForRunning()
    const outcome = await runCaptured(resume, path)
    expect(outcome).toMatchObject({ status: 1, stdout: '' })
    expect(outcome.stderr).toContain('runs from this file')
    expect(outcome.stderr).not.toContain('done')
    lock?.release()
    review.close()
  })

  it('names the way to take over from a machine that is gone, and only then', async () => {
    const review = createReview(path)
    review.createCampaign(sampleCampaign())
    review.lockForRunning()
    const raw = new DatabaseSync(path)
    raw.exec("UPDATE runner_lock SET host = 'bench-9'")
    const fresh = await runCaptured(resume, path)
    expect(fresh.status).toBe(1)
    expect(fresh.stderr).toContain('bench-9')
    expect(fresh.stderr).not.toContain('--take-over')
    for (const hours of [-1, 100_000]) {
      raw.exec(`UPDATE runner_lock SET alive_ms = ${String(Date.now() + hours * 3_600_000)}`)
      const late = await runCaptured(resume, path)
      expect(late.status).toBe(1)
      expect(late.stderr).toContain('--take-over')
    }
    // Taken over: what blocks it now is the campaign's machine, which is another one.
    const taken = await runCaptured(resume, path, '--take-over')
    expect(taken).toMatchObject({ status: 2, stdout: '' })
    expect(taken.stderr).toContain('was started on')
    expect(review.runnerHolder()).toBeUndefined()
    raw.close()
    review.close()
  })

  it('reports that there is nothing in a file without campaigns, and fails', async () => {
    createReview(path).close()
    const outcome = await runCaptured(resume, path)
    expect(outcome).toMatchObject({ status: 1, stdout: '' })
    expect(outcome.stderr).toContain('there is no campaign in this file')
  })

  it('has nothing to do in a file whose campaigns are done', async () => {
    const review = createReview(path)
    const id = review.createCampaign(sampleCampaign())
    endWithSkipped(review, id)
    review.close()
    const outcome = await runCaptured(resume, path)
    expect(outcome).toMatchObject({ status: 0 })
    expect(outcome.stdout).toContain('every campaign is done')
    expect(outcome.stdout).not.toContain('--retry-failed')
  })

  it('says how failed runs of a campaign that is done are measured again', async () => {
    const review = createReview(path)
    const id = review.createCampaign(sampleCampaign())
    const failed = review.runs(id).find(({ phase }) => phase === 'measure')?.id ?? 0
    review.setRunState(failed, 'failed')
    endWithSkipped(review, id)
    review.close()
    const outcome = await runCaptured(resume, path)
    expect(outcome).toMatchObject({ status: 0 })
    expect(outcome.stdout).toContain('Runs that failed: 1; --retry-failed measures them again.')
    // Started on another machine, which only a resume asks about.
    const again = await runCaptured(resume, path, '--retry-failed')
    expect(again).toMatchObject({ status: 2, stdout: '' })
    expect(again.stderr).toContain('was started on')
  })

  describe('with several unfinished campaigns', () => {
    const twoRunning = () => {
      const review = createReview(path)
      const ids = [1, 2].map((number) => {
        const id = review.createCampaign(sampleCampaign(undefined, `Drive ${String(number)}`))
        review.setCampaignState(id, 'running')
        return id
      })
      review.close()
      return ids
    }
    const statesIn = () => {
      const review = openReview(path, { mode: 'read' })
      const states = review.campaigns().map(({ state }) => state)
      review.close()
      return states
    }

    it('names them and does nothing before one is chosen', async () => {
      twoRunning()
      const outcome = await runCaptured(resume, path)
      expect(outcome).toMatchObject({ status: 2, stdout: '' })
      expect(outcome.stderr).toContain('several campaigns are unfinished (1: Drive 1, 2: Drive 2)')
      expect(outcome.stderr).toContain('--campaign ID')
      expect(statesIn()).toEqual(['running', 'running'])
    })

    it('resumes the one that is named, and leaves the other as it is', async () => {
      twoRunning()
      // Started on another machine, which only the resume of this one finds out.
      const outcome = await runCaptured(resume, path, '--campaign', '2')
      expect(outcome).toMatchObject({ status: 2, stdout: '' })
      expect(outcome.stderr).toContain('was started on')
      expect(statesIn()).toEqual(['running', 'interrupted'])
    })

    it('asks the person at the terminal', async () => {
      twoRunning()
      const questions: string[] = []
      const ask = (question: string) => {
        questions.push(question)
        return Promise.resolve('2')
      }
      const outcome = await runAnswered(resume, ask, path)
      expect(questions).toEqual(['Number of the one to resume: '])
      expect(outcome.stderr).toContain('  1: Drive 1, running\n  2: Drive 2, running\n')
      expect(statesIn()).toEqual(['running', 'interrupted'])
    })

    it('refuses a number that none of them has', async () => {
      twoRunning()
      const outcome = await runCaptured(resume, path, '--campaign', '3')
      expect(outcome).toMatchObject({ status: 2, stdout: '' })
      expect(outcome.stderr).toContain('--campaign 3 is not unfinished')
      expect(statesIn()).toEqual(['running', 'running'])
    })
  })
})
