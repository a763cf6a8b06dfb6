import { describe, expect, it } from 'vitest'
import type { ImportReport, SkippedSource } from '../../../../src/core/contract/import-requests'
import {
  amountText,
  reportTitle,
  skippedLines,
} from '../../../../src/renderer/views/review/import/report-words'

const campaign = { id: 1, name: 'a', configuration: '', device: '', engine: 'fio' }
const skipped = (kind: SkippedSource['kind'], path = 'x'): SkippedSource => ({
  path,
  part: '',
  kind,
  reason: 'Why.',
})
const report = (parts: Partial<ImportReport>): ImportReport => ({
  campaigns: [],
  taken: [],
  skipped: [],
  ...parts,
})

describe('the words for an import', () => {
  it('report what was imported', () => {
    const campaigns = [
      { ...campaign, runs: 29, publishedResults: 0 },
      { ...campaign, runs: 0, publishedResults: 414 },
    ]
    expect(reportTitle(report({ campaigns }))).toBe('29 runs, 414 printed results imported.')
    expect(amountText(1, 1)).toBe('1 run, 1 printed result')
  })

  it('report if nothing was imported, and whether that is fine', () => {
    expect(reportTitle(report({ skipped: [skipped('failed')] }))).toBe('Nothing was imported.')
    expect(reportTitle(report({ skipped: [skipped('known-already')] }))).toMatch(/here already/)
  })

  it('name first what is missing, and count many other files', () => {
    const crowd = Array.from({ length: 6 }, () => skipped('unknown'))
    const lines = skippedLines(
      report({ skipped: [...crowd, skipped('known-already', 'k'), skipped('failed', 'f')] }),
    )
    expect(lines.map(({ path, isMissing }) => [path, isMissing])).toEqual([
      ['f', true],
      ['k', false],
      ['', false],
    ])
    expect(lines[2]?.reason).toBe('6 files that hold no results.')
  })
})
