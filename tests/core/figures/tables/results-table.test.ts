import { expect, it } from 'vitest'
import type { FigureSettings } from '../../../../src/core/figures/figure-kinds'
import { buildResultsTable } from '../../../../src/core/figures/tables/table-figure'
import { configurationTexts } from '../../../../src/core/plan/server-configuration'
import { provenanceOf, row } from '../mix-rows'

const settings: FigureSettings = { kind: 'results-table', campaignIds: [], metric: 'transactions' }

it('states in its caption what each configuration changes against the first, once for equal campaigns', () => {
  const rows = [row({ metric: 'transactions', levels: { configuration: 'A baseline' } })]
  const configurations = configurationTexts(['A baseline', 'B threads: innodb_read_io_threads=16', 'C: a=1'])
  const campaigns = [1, 2].map((campaignId) => provenanceOf({ campaignId, configurations }))
  const { caption } = buildResultsTable(rows, settings, { campaigns }, [])
  expect(caption).toMatch(
    / Server configurations: B threads against A baseline: innodb_read_io_threads=16; C against A baseline: a=1\.$/,
  )
  expect(buildResultsTable(rows, settings, { campaigns: [provenanceOf()] }, []).caption).not.toContain(
    'Server configurations',
  )
})
