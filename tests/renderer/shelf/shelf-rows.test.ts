import { describe, expect, it } from 'vitest'
import type { ShelfEntry, ShelvedCampaign } from '../../../src/core/results/shelf'
import { entryKey, orderedEntries, shelfColumns } from '../../../src/renderer/views/shelf/shelf-rows'
import { leftLines, takingTitle } from '../../../src/renderer/views/shelf/taking-words'

function entry(path: string, campaign: Partial<ShelvedCampaign>): ShelfEntry {
  const whole: ShelvedCampaign = {
    ...{ id: 1, name: 'mix', configuration: '', device: 'Drive', host: 'lab', engine: 'fio 3.33' },
    ...{ source: 'measured', state: 'done', createdAtMs: Date.UTC(2026, 0, 2), runs: 10 },
    ...{ publishedResults: 0, tests: ['random-mix'], metrics: ['iops'], best: { iops: 1000 } },
    ...campaign,
  }
  return { file: { path, mark: '', title: '', campaigns: [whole] }, campaign: whole }
}

const entries = [
  entry('b.benchwright', { device: 'Drive 10', best: { iops: 5000, bandwidth: 1e6 } }),
  entry('a.benchwright', {
    device: 'drive 9',
    best: { tps: 20 },
    engine: 'unknown',
    runs: 0,
    publishedResults: 4,
  }),
  entry('c.benchwright', { device: 'Drive 100', best: { iops: 200 } }),
]
const devices = (key: string, descending: boolean) =>
  orderedEntries(entries, shelfColumns(entries), { key, descending }).map(({ campaign }) => campaign.device)

describe('the table of the shelf', () => {
  it('has a column for the metrics that most campaigns have, in words with units', () => {
    const columns = shelfColumns(entries)
    expect(columns.map(({ label }) => label)).toEqual([
      ...['Select', 'Device', 'Campaign', 'Engine', 'Date', 'Results'],
      ...['IOPS', 'Bandwidth'],
      expect.any(String),
      ...['File', 'Open'],
    ])
    const texts = columns.map((column) => column.text(entries[0]!))
    expect(texts.slice(1, 8)).toEqual([
      ...['Drive 10', 'mix', 'fio 3.33', '2026-01-02', '10'],
      ...['5,000', '1.00\u202fMB/s'],
    ])
    expect(columns.map((column) => column.text(entries[1]!)).slice(3, 7)).toEqual([
      '–',
      '2026-01-02',
      '4',
      '–',
    ])
  })

  it('sorts names by their numbers, and values with those that have none last', () => {
    expect(devices('device', false)).toEqual(['drive 9', 'Drive 10', 'Drive 100'])
    expect(devices('best-iops', true)).toEqual(['Drive 10', 'Drive 100', 'drive 9'])
    expect(devices('best-iops', false)).toEqual(['Drive 100', 'Drive 10', 'drive 9'])
    expect(orderedEntries(entries, shelfColumns(entries), undefined)).toEqual(entries)
  })

  it('dates results from print by their year, and those of no known date not at all', () => {
    const printed = (device: string, createdAtMs?: number) =>
      entry(`${device}.benchwright`, { device, createdAtMs, source: 'published', runs: 0 })
    const all = [printed('undated'), printed('of 2011', Date.UTC(2011, 0)), ...entries.slice(0, 1)]
    const columns = shelfColumns(all)
    const date = columns.find(({ key }) => key === 'date')
    const dates = (descending: boolean) =>
      orderedEntries(all, columns, { key: 'date', descending }).map((one) => date?.text(one))
    expect(dates(false)).toEqual(['2011', '2026-01-02', '–'])
    expect(dates(true)).toEqual(['2026-01-02', '2011', '–'])
  })

  it('distinguishes campaigns with one number in two files', () => {
    expect(new Set(entries.map(entryKey)).size).toBe(3)
  })
})

describe('the words for an import from the shelf', () => {
  const one = { from: 1, name: 'mix', configuration: 'B' }
  it('count what was taken, known, left and not read', () => {
    const taking = {
      cancelled: false,
      files: [
        {
          file: 'a',
          report: {
            taken: [{ ...one, id: 4, runs: 2, publishedResults: 0 }],
            known: [{ ...one, id: 2 }],
            left: [{ ...one, reason: 'It is running there.' }],
          },
        },
        { file: 'b', problem: 'It is damaged.' },
      ],
    }
    expect(takingTitle(taking)).toBe(
      '1 campaign taken, 1 campaign here already, 1 campaign left, 1 file not read.',
    )
    expect(leftLines(taking)).toEqual([
      { what: 'B · mix', reason: 'It is running there.', isKnown: false },
      { what: 'Not read', reason: 'It is damaged.', isKnown: false },
      { what: 'B · mix', reason: 'Here already.', isKnown: true },
    ])
  })

  it('report that nothing was taken or that it was cancelled', () => {
    expect(takingTitle({ files: [], cancelled: false })).toBe('Nothing was taken.')
    expect(takingTitle({ files: [], cancelled: true })).toBe(
      'Cancelled. Nothing was taken; the rest was not started.',
    )
  })
})
