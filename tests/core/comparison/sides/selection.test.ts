import { describe, expect, test } from 'vitest'
import { ComparisonError } from '../../../../src/core/comparison/comparison-error'
import {
  parseSelection,
  selectionLabel,
  selectionText,
} from '../../../../src/core/comparison/sides/selection'
import { likeness, namesLevel } from '../../../../src/core/comparison/sides/spelling'
import { compareCampaigns } from '../../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, tenRuns } from '../sample-data'

describe('a selection as typed', () => {
  test('is one KEY=VALUE or several, with keys in any common spelling', () => {
    expect(parseSelection('kernel=6.18')).toEqual({ ok: true, value: [{ key: 'kernel', value: '6.18' }] })
    expect(selection('Tool version = 3.33, queue-depth=32')).toEqual([
      { key: 'engine_version', value: '3.33' },
      { key: 'queue_depth', value: '32' },
    ])
  })

  test('keeps commas and equals signs that belong to a value', () => {
    expect(selection('mount_options=rw,noatime,commit=30')).toEqual([
      { key: 'mount_options', value: 'rw,noatime' },
      { key: 'commit', value: '30' },
    ])
    expect(selection('device=Model X, 2 TB,host=a')).toEqual([
      { key: 'device', value: 'Model X, 2 TB' },
      { key: 'host', value: 'a' },
    ])
  })

  test.each(['kernel', '=6.18', 'kernel=', ''])('refuses "%s" and says how to write it', (text) => {
    const read = parseSelection(text)
    expect(read.ok ? '' : read.error).toContain('KEY=VALUE')
  })

  test('is described in words and written back as it was typed', () => {
    const both = selection('configuration=firmware B,queue_depth=32')
    expect(selectionLabel(both)).toBe('firmware B, QD 32')
    expect(selectionLabel(selection('kernel=6.18'))).toBe('kernel 6.18')
    expect(selection(selectionText(both))).toEqual(both)
  })
})

describe('spelling', () => {
  test.each([
    ['6.18', '6.18.0-1-amd64', 'part'],
    ['6.18', 'kernel 6.18', 'part'],
    ['6.1', '6.18.0', 'none'],
    ['6.1', '16.1.0', 'none'],
    ['2.6.3', '12.6.3', 'none'],
    ['Samsung 990 PRO', 'samsung 990 pro', 'exact'],
    ['990', 'Samsung 990 PRO (nvme0n1)', 'part'],
  ])('of %s and %s is %s', (typed, recorded, expected) => {
    expect(likeness(typed, recorded)).toBe(expected)
  })

  test.each([
    ['4k', 4096, true],
    ['4 KiB', 4096, true],
    ['4', 4096, false],
    ['70 %', 70, true],
    ['on', true, true],
    ['off', true, false],
    ['30s', 30, true],
    ['LibAio', 'libaio', true],
  ])('%s names the level %s: %s', (typed, level, expected) => {
    expect(namesLevel(typed, level)).toBe(expected)
  })
})

describe('what a selection means', () => {
  const data = comparisonData([
    { id: 1, kernel: '6.1.0-9-amd64', runs: () => tenRuns(100) },
    { id: 2, kernel: '6.18.0-1-amd64', runs: () => tenRuns(100) },
    { id: 3, kernel: '6.18.0-2-amd64', configuration: 'retry', runs: () => tenRuns(100) },
  ])
  const compare = (baseline: string, ...candidates: string[]) =>
    compareCampaigns(data, {
      ...{ baseline: selection(baseline), candidates: candidates.map(selection) },
      typed: true,
    })
  const refusal = (baseline: string, ...candidates: string[]): string => {
    try {
      compare(baseline, ...candidates)
    } catch (error) {
      if (error instanceof ComparisonError) return `${error.message} ${error.remedy}`
      throw error
    }
    return 'compared'
  }

  test('is every campaign whose value has that spelling, by id, name, day or recorded fact', () => {
    expect(compare('kernel=6.1.0', 'campaign=2').candidates[0]?.candidate.campaignIds).toEqual([2])
    expect(compare('date=2026-11-20', 'date=2026-11-21').baseline.campaignIds).toEqual([1])
    expect(compare('configuration=retry', 'kernel=6.1.0').baseline.campaignIds).toEqual([3])
  })

  test.each([
    [
      'kernel=6.5',
      'kernel=6.1.0',
      'No campaign has kernel=6.5. Kernel is one of: 6.1.0-9-amd64, 6.18.0-1-amd64',
    ],
    ['kernel=6.18', 'kernel=6.1.0', 'kernel=6.18 may mean 6.18.0-1-amd64 or 6.18.0-2-amd64.'],
    ['colour=red', 'campaign=2', 'There is no factor or parameter "colour". Choose by one of: campaign,'],
    [
      'block_size=1M',
      'campaign=2',
      'No case has block_size=1M. Block size is one of: 4\u202fKiB, 64\u202fKiB.',
    ],
    ['campaign=2,kernel=6.1.0', 'campaign=3', 'No campaign has kernel=6.1.0'],
    ['campaign=2', 'kernel=6.18.0-1-amd64', 'both mean runs of “configuration 2”.'],
    ['firmware=1.0', 'campaign=2', 'No campaign has firmware=1.0. Firmware was not recorded'],
  ])('%s against %s is refused', (baseline, candidate, text) => {
    expect(refusal(baseline, candidate)).toContain(text)
  })

  test('names in full what a saved comparison shows, so that nothing else is shown in its place', () => {
    const saved = (baseline: string, candidate: string) => () =>
      compareCampaigns(data, { baseline: selection(baseline), candidates: [selection(candidate)] })
    expect(saved('kernel=6.1.0-9-amd64', 'configuration=retry')).not.toThrow()
    expect(saved('kernel=6.1.0', 'configuration=retry')).toThrow('No campaign has kernel=6.1.0.')
    expect(saved('campaign=1', 'campaign=4')).toThrow('No campaign has campaign=4.')
  })

  test('must be given at least once, with a metric that can be judged', () => {
    expect(refusal('campaign=1')).toContain('at least one candidate')
    const settings = { baseline: selection('campaign=1'), candidates: [selection('campaign=2')] }
    expect(() => compareCampaigns(data, { ...settings, metric: 'tea' })).toThrow('There is no metric "tea"')
    expect(() => compareCampaigns(data, { ...settings, metric: 'runtime' })).toThrow(
      'neither good high nor good low',
    )
  })
})
