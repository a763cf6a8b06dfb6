import { expect, it } from 'vitest'
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
