import { expect, it } from 'vitest'
import type { StoredPublishedResult } from '../../../../src/core/results/published-result'
import { resultsTable } from '../../../../src/core/figures/tables/table-figure'
import { configurationTexts } from '../../../../src/core/plan/server-configuration'
import { provenanceOf, row } from '../mix-rows'

const settings = { kind: 'results-table' as const, campaignIds: [], metric: 'transactions' }

it('states in its caption what each configuration changes against the first, once for equal campaigns', () => {
  const rows = [row({ metric: 'transactions', levels: { configuration: 'A baseline' } })]
  const configurations = configurationTexts(['A baseline', 'B threads: innodb_read_io_threads=16', 'C: a=1'])
  const campaigns = [1, 2].map((campaignId) => provenanceOf({ campaignId, configurations }))
  const { caption } = resultsTable.build({ rows, published: [] }, settings, { campaigns })
  expect(caption).toMatch(
    / Server configurations: B threads against A baseline: innodb_read_io_threads=16; C against A baseline: a=1\.$/,
  )
  expect(
    resultsTable.build({ rows, published: [] }, settings, { campaigns: [provenanceOf()] }).caption,
  ).not.toContain('Server configurations')
})

it('names what all printed results have in common, and calls them printed', () => {
  const printed = (id: number, levels: StoredPublishedResult['levels']): StoredPublishedResult => ({
    ...{ id, campaignId: 1, campaign: 'Table', configuration: '', host: '', device: '', engine: '' },
    ...{ caseKey: '', source: '', test: 'random-write', direction: 'total', levels },
    ...{ metric: 'bandwidth', unit: 'B/s', value: { kind: 'summary', mean: 1e6, n: 10 } },
  })
  const published = [1, 2].map((id) => printed(id, { block_size: 4096, queue_depth: id }))
  const campaigns = [provenanceOf({ printedIn: 'Storage Monthly' })]
  const made = resultsTable.build({ rows: [], published }, settings, { campaigns })
  expect(made.subtitle).toBe('Random write · 4\u202fKiB')
  expect(made.smallPrint.join(' ')).toContain('no statistics: numbers as printed')
  const rows = [row({ metric: 'bandwidth', levels: {} })]
  const both = resultsTable.build({ rows, published }, settings, { campaigns })
  expect(both.subtitle).toBe('')
  expect(both.smallPrint.join(' ')).toContain('no statistics: single measurements, numbers as printed')
})
