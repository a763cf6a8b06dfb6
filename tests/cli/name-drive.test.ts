import { describe, expect, it } from 'vitest'
import { nameDrive } from '../../src/cli/name-drive'
import type { Advice, PlanEnvironment, TargetFacts } from '../../src/core/plan/advice'
import { newReview, samplePlan } from '../bench/store/sample-review'

const target: TargetFacts = {
  ...{ path: '/mnt', kind: 'folder', parentExists: true, writable: true, createdByApp: false },
  ...{ device: 'nvme0n1', model: 'Samsung 990 PRO', identity: 'S1' },
}

/** Names the drive of a machine that says this of its target; what was printed and asked. */
function session(
  environment: PlanEnvironment = { machine: 'lab', target },
  problems: readonly Advice[] = [],
  planned?: string,
) {
  const review = newReview()
  const lines: string[] = []
  const asked: string[] = []
  const name = async (given?: string, answer?: string) => {
    await nameDrive(
      {
        runner: {
          environment: () => Promise.resolve(environment),
          check: () => Promise.resolve(problems),
        },
        review,
      },
      { ...samplePlan, ...(planned !== undefined && { drive: planned }) },
      given,
      {
        signal: new AbortController().signal,
        stderr: { line: (text: string) => void lines.push(text) } as never,
        ask:
          answer === undefined
            ? undefined
            : (question) => {
                asked.push(question)
                return Promise.resolve(answer)
              },
      },
    )
  }
  return { review, lines, asked, name }
}

describe('the drive of a run', () => {
  it('is asked for once at a terminal, with its model as the proposal', async () => {
    const { review, lines, asked, name } = session()
    await name(undefined, '')
    await name(undefined, 'not asked')
    expect(asked).toEqual(['Which drive is this? [Samsung 990 PRO] '])
    expect(lines).toEqual(['Drive: Samsung 990 PRO', 'Drive: Samsung 990 PRO'])
    expect(review.cards.devices().map(({ name: own, card }) => [own, card.standsFor])).toEqual([
      ['Samsung 990 PRO', ['S1']],
    ])
  })

  it('is not asked for by a plan that cannot run', async () => {
    const { asked, name } = session(undefined, [
      { id: 'target-not-writable', severity: 'error', text: '/mnt cannot be written.' },
    ])
    await expect(name(undefined, 'Blue')).rejects.toThrow('/mnt cannot be written.')
    expect(asked).toEqual([])
  })

  it('has the name that its plan gives it, unless it has a card', async () => {
    const { lines, asked, name } = session(undefined, [], 'Planned')
    await name(undefined, 'not asked')
    await name('Green')
    await name()
    expect(asked).toEqual([])
    expect(lines).toEqual(['Drive: Planned', 'Drive: Green, until now called Planned', 'Drive: Green'])
  })

  it('has the name of --drive, and is renamed by another', async () => {
    const { review, lines, name } = session()
    await name('Blue')
    await name('Green')
    expect(lines).toEqual(['Drive: Blue', 'Drive: Green, until now called Blue'])
    expect(review.cards.devices()).toHaveLength(1)
  })

  it('is not asked for without a terminal, and cannot be named if nothing is known of it', async () => {
    const quiet = session()
    await quiet.name()
    expect([quiet.lines, quiet.review.cards.devices()]).toEqual([[], []])
    const unknown = session({
      machine: 'lab',
      target: { path: '/mnt', kind: 'folder', parentExists: true, writable: true, createdByApp: false },
    })
    await unknown.name(undefined, 'Blue')
    expect(unknown.asked).toEqual([])
    await expect(unknown.name('Blue')).rejects.toThrow('nothing is known of the drive')
  })
})
