import { describe, expect, it } from 'vitest'
import { casesOfCampaign } from '../../../src/bench/transfer/documents/measured-cases'
import { campaignSentences } from '../../../src/core/document/campaign-summary'
import { templates } from '../../../src/core/words/template'
import { summaryFacts, summaryIsWrong } from './check-summary'
import { mutants } from './mutants'
import { rawCampaigns } from './raw-facts'
import { everySaid, readBack, type Said } from './read-back'
import { type World, worlds } from './worlds'

/** A sentence that the app printed, and what the facts of its place say against it or one like it. */
interface Audited {
  readonly world: string
  readonly said: Said
  readonly wrong: (said: Said) => string | undefined
}

const audited: Audited[] = []
const unread: string[] = []
let campaigns = 0

/** Reads a printed text back, and keeps its sentences with their check. */
function audit(world: string, text: string, wrongOf: (all: readonly Said[]) => Audited['wrong']): void {
  const all = readBack(text)
  if (all === undefined) {
    unread.push(`${world}: ${text}`)
    return
  }
  const wrong = wrongOf(all)
  audited.push(...all.map((said) => ({ world, said, wrong })))
}

function auditSummaries({ name, review }: World): void {
  for (const raw of rawCampaigns(review)) {
    campaigns += 1
    const cases = casesOfCampaign(review, raw.detail)
    if (cases.length === 0) continue
    audit(name, campaignSentences(raw.detail, cases).join(' '), (all) => {
      const facts = summaryFacts(raw, all)
      return (said) => summaryIsWrong(said, facts)
    })
  }
}

// The tests build on what the first has collected.
describe('what the app says of results', () => {
  it('is said by templates, over many campaigns', async () => {
    for (const world of await worlds()) auditSummaries(world)
    expect(campaigns).toBeGreaterThanOrEqual(40)
    expect(unread).toEqual([])
  })

  it('is true of the raw runs', () => {
    const false_ = audited.flatMap(({ world, said, wrong }) => {
      const text = wrong(said)
      return text === undefined ? [] : [`${world}: ${said.text} [${said.id}] ${text}`]
    })
    expect(false_).toEqual([])
  })

  it('has an example of every template', () => {
    const seen = new Set([...everySaid(audited.map(({ said }) => said))].map(({ id }) => id))
    expect([...templates.keys()].filter((id) => !seen.has(id) && !id.startsWith('test-'))).toEqual([])
  })

  it('would be found wrong with any other name, number, unit or word in it', () => {
    const detected = new Map<string, boolean>()
    for (const { said, wrong } of audited)
      for (const mutant of mutants(said)) {
        if (detected.get(mutant.slot) === true) continue
        const read = readBack(mutant.text)
        const isFound =
          read === undefined || read.some((one) => one.id !== said.id || wrong(one) !== undefined)
        detected.set(mutant.slot, isFound)
      }
    expect(detected.size).toBeGreaterThan(0)
    expect([...detected].filter(([, isFound]) => !isFound).map(([slot]) => slot)).toEqual([])
  })
})
