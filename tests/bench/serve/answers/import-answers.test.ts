import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importAnswers } from '../../../../src/bench/serve/answers/import-answers'
import { openSession } from '../../../../src/bench/serve/open-session'
import { shellAnswers } from '../../../../src/bench/serve/serve-shell'
import type { Session } from '../../../../src/bench/serve/session'
import { benchRequests } from '../../../../src/core/contract/bench-requests'
import { checkArguments } from '../../../../src/core/contract/check-arguments'
import { unknownTable } from '../../../../src/core/results/published/column-role'

let folder = ''
let session: Session
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-import-'))
  session = openSession({ path: join(folder, 'review.benchwright'), mode: 'create' })
})
afterEach(async () => {
  await session.close()
  rmSync(folder, { recursive: true })
})

const table = {
  text: 'test,iops\nwrite,100\nread,200\n',
  mapping: [{ kind: 'test' }, { kind: 'mean', metric: 'iops' }],
  facts: { ...unknownTable, name: 'My table', source: 'Lab book', device: 'SSD' },
} as const

describe('a table from the window', () => {
  it('is stored with its text, once', async () => {
    const report = await importAnswers['import.table'](session, table)
    expect(report.campaigns).toMatchObject([{ name: 'My table', device: 'SSD', publishedResults: 2 }])
    const detail = session.review.campaign(1)
    expect(detail?.publication?.source).toBe('Lab book')
    const fileId = detail?.importedFiles[0]?.id ?? 0
    expect(Buffer.from(session.review.importedFile(fileId) ?? []).toString()).toBe(table.text)
    const again = await importAnswers['import.table'](session, table)
    expect(again).toMatchObject({ campaigns: [], skipped: [{ kind: 'known-already' }] })
  })

  it('that is invalid is reported', async () => {
    const report = await importAnswers['import.table'](session, { ...table, text: 'test,iops\n"write,1\n' })
    expect(report).toMatchObject({ campaigns: [], skipped: [{ kind: 'damaged' }] })
  })

  it.each([
    [{ ...table, mapping: [{ kind: 'surprise' }] }],
    [{ ...table, path: '/etc/passwd' }],
    [{ ...table, facts: { ...table.facts, runs: 0 } }],
    [{ ...table, mapping: [{ kind: 'level', key: 'constructor' }] }],
    [{ ...table, text: 5 }],
  ])('of another shape is refused by the contract', (given) => {
    expect(() => checkArguments('import.table', benchRequests['import.table'].schema, given)).toThrow(
      /import\.table/,
    )
  })

  it('passes the contract unchanged', () => {
    expect(checkArguments('import.table', benchRequests['import.table'].schema, table)).toEqual(table)
  })
})

describe('files from the shell', () => {
  it('are imported with the given labels, empty ones left to the files', async () => {
    const path = join(folder, 'mix.json')
    copyFileSync('tests/fixtures/fio-3.33/mix.out', path)
    const report = await shellAnswers['import.files'](session, {
      paths: [path],
      configuration: '',
      device: '',
    })
    expect(report.campaigns).toMatchObject([{ configuration: '', device: 'vda', runs: 1 }])
  })

  it('report their progress, and are cancelled with nothing imported', async () => {
    const told: string[] = []
    session.tell = (event) => {
      if (event.type !== 'import-progress') return
      const { progress } = event
      told.push(`${progress.stage} ${progress.done} of ${progress.total}`)
      void importAnswers['import.cancel'](session, {})
    }
    for (const name of ['a.json', 'b.json', 'c.json'])
      copyFileSync('tests/fixtures/fio-3.33/mix.out', join(folder, name))
    const given = { paths: [join(folder, 'a.json'), join(folder, 'b.json')], configuration: '', device: '' }
    await expect(shellAnswers['import.files'](session, given)).rejects.toMatchObject({ id: 'cancelled' })
    expect(told).toEqual(['reading 0 of 2'])
    expect(session.review.campaigns()).toEqual([])
    session.tell = () => undefined
    const report = await shellAnswers['import.files'](session, given)
    expect(report).toMatchObject({ campaigns: [{ runs: 1 }], skipped: [{ kind: 'known-already' }] })
  })

  it('run one import at a time', async () => {
    const given = { paths: ['tests/fixtures/fio-3.33'], configuration: '', device: 'vda' }
    const first = shellAnswers['import.files'](session, given)
    await expect(shellAnswers['import.files'](session, given)).rejects.toMatchObject({ id: 'importing' })
    expect((await first).campaigns.length).toBeGreaterThan(0)
  })
})

describe('drives that no file names', () => {
  const folderOf = 'tests/fixtures/imports/two-drives-one-folder'
  const given = { paths: [folderOf], configuration: '', device: '' }
  const keys = ['Fanxiang-S790', 'GW560-128GB']

  it('are asked for before anything is stored', async () => {
    const report = await shellAnswers['import.files'](session, given)
    expect(report).toEqual({
      campaigns: [],
      taken: [],
      skipped: [],
      asks: [
        { key: keys[0], name: keys[0], files: ['Fanxiang-S790.txt'], runs: 12 },
        { key: keys[1], name: keys[1], files: ['GW560-128GB.txt'], runs: 8 },
      ],
    })
    expect(session.review.campaigns()).toEqual([])
  })

  it('get the names of the answer; those of one name are one drive, an empty one changes nothing', async () => {
    const report = await shellAnswers['import.files'](session, {
      ...given,
      drives: { [keys[0] ?? '']: ' S790 1 TB ' },
    })
    expect(report.campaigns).toMatchObject([{ device: 'S790 1 TB' }, { device: keys[1] }])
  })

  it('are asked for if they were pasted', async () => {
    const text = readFileSync(`${folderOf}/GW560-128GB.txt`, 'utf8')
    const asked = await importAnswers['import.text'](session, { text, configuration: '' })
    expect(asked).toMatchObject({ campaigns: [], asks: [{ name: '', files: ['pasted-text.txt'], runs: 8 }] })
    const drives = { [asked.asks?.[0]?.key ?? '']: 'GW560' }
    const report = await importAnswers['import.text'](session, { text, configuration: '', drives })
    expect(report.campaigns).toMatchObject([{ name: 'Pasted text', device: 'GW560', runs: 8 }])
  })

  it('of one name are one drive', async () => {
    const drives = Object.fromEntries(keys.map((key) => [key, 'X']))
    const report = await shellAnswers['import.files'](session, { ...given, drives })
    expect(report.campaigns).toMatchObject([{ device: 'X', runs: 20 }])
  })

  it('may have numbers without a unit, which are stored in the unit of the answer', async () => {
    const path = resolve('tests/fixtures/imports/iozone-spreadsheet-blocks.txt')
    const request = { paths: [path], configuration: '', device: 'S790' }
    const asked = await shellAnswers['import.files'](session, request)
    expect(asked).toMatchObject({ campaigns: [], asks: [], asksUnits: [{ path, runs: 56 }] })
    const left = await shellAnswers['import.files'](session, { ...request, units: {} })
    expect(left).toMatchObject({ campaigns: [], skipped: [{ path, kind: 'open-unit' }] })
    const stored = await shellAnswers['import.files'](session, { ...request, units: { [path]: 'us/op' } })
    expect(stored).toMatchObject({ campaigns: [{ device: 'S790', runs: 56 }], taken: [{ runs: 56 }] })
    expect(new Set([...session.review.rows({})].map(({ metric }) => metric))).toEqual(
      new Set(['latency_mean']),
    )
  })

  it('are not asked for if the person named them, or said what names them', async () => {
    const report = await shellAnswers['import.files'](session, { ...given, deviceFrom: 'file' })
    expect(report.campaigns).toHaveLength(2)
    expect(report).not.toHaveProperty('asks')
  })
})

describe('a pasted text', () => {
  it('of a program is stored as a file of its own, once', async () => {
    const text = readFileSync('tests/fixtures/fio-3.33/mix.out', 'utf8')
    const report = await importAnswers['import.text'](session, { text, configuration: 'kernel 6.18' })
    expect(report).toMatchObject({
      campaigns: [{ name: 'Pasted text', device: 'vda', configuration: 'kernel 6.18', runs: 1 }],
      taken: [{ path: 'pasted-text.txt' }],
    })
    const again = await importAnswers['import.text'](session, { text, configuration: '' })
    expect(again).toMatchObject({ campaigns: [], skipped: [{ kind: 'known-already' }] })
  })

  it('of no program is left to the person, because it may be a table', async () => {
    const report = await importAnswers['import.text'](session, {
      text: 'depth\tiops\n1\t1000\n',
      configuration: '',
    })
    expect(report).toMatchObject({ campaigns: [], skipped: [{ kind: 'unknown' }] })
  })
})
