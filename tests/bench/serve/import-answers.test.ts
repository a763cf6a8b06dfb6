import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importAnswers } from '../../../src/bench/serve/import-answers'
import { openSession } from '../../../src/bench/serve/open-session'
import { shellAnswers } from '../../../src/bench/serve/serve-shell'
import type { Session } from '../../../src/bench/serve/session'
import { benchRequests } from '../../../src/core/contract/bench-requests'
import { checkArguments } from '../../../src/core/contract/check-arguments'
import { unknownTable } from '../../../src/core/results/published/column-role'

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
    const given = { paths: ['tests/fixtures/fio-3.33'], configuration: '', device: '' }
    const first = shellAnswers['import.files'](session, given)
    await expect(shellAnswers['import.files'](session, given)).rejects.toMatchObject({ id: 'importing' })
    expect((await first).campaigns.length).toBeGreaterThan(0)
  })
})
