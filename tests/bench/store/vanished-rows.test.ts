import { DatabaseSync } from '@photostructure/sqlite'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { knownDocument, type DocumentContent } from '../../../src/core/document/stored-document'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { digestedTables } from '../../../src/bench/store/integrity/row-digests'
import { pngOf } from '../../core/figures/picture-headers'
import { fillWithEverything } from './everything'
import { closing, newReview, samplePlan, sampleResult, sampleScalars, temporaryFolder } from './sample-review'

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'results-file')

let template: Buffer | undefined

/** Path of a file with rows of every kind. */
function everything(): string {
  template ??= makeTemplate()
  const path = join(temporaryFolder(), 'drive.benchwright')
  writeFileSync(path, template)
  return path
}

function makeTemplate(): Buffer {
  const review = newReview()
  fillWithEverything(review)
  expect(review.check()).toEqual([])
  review.close()
  return readFileSync(review.path)
}

function writer(path: string): ReviewWriter {
  const review = closing(openReview(path, { mode: 'write' }))
  if (!isWriter(review)) throw new Error('The file cannot be written.')
  return review
}

/** What a check of the file finds. */
function findings(path: string): readonly string[] {
  const review = openReview(path, { mode: 'read' })
  const found = review.check()
  review.close()
  return found
}

/** Changes the file as another program would, without foreign keys. */
function change(path: string, sql: string): void {
  const raw = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  const changes = raw.prepare(sql).run().changes
  raw.close()
  expect(changes).toBeGreaterThan(0)
}

/** Tables with two or more rows in a file that holds everything; the others hold one row at most. */
const severalRows = digestedTables.filter((table) => table !== 'review' && table !== 'chosen_preset')

describe('the check', () => {
  it.each(digestedTables)('names the table "%s" if a row of it is gone', (table) => {
    const path = everything()
    change(
      path,
      `DELETE FROM ${table} WHERE rowid = (SELECT max(rowid) FROM ${table})`.replace(/rowid/g, rowOf(table)),
    )
    expect(findings(path)).toContainEqual(
      expect.stringMatching(new RegExp(`The table "${table}" lacks 1 row that was saved`)),
    )
  })

  it.each(digestedTables)('names the table "%s" if all its rows are gone', (table) => {
    const path = everything()
    change(path, `DELETE FROM ${table}`)
    expect(findings(path)).toContainEqual(
      expect.stringMatching(new RegExp(`The table "${table}" lacks .* saved.*found: 0`)),
    )
  })

  it.each(severalRows)('names the table "%s" if its record of rows is gone or replaced', (table) => {
    const path = everything()
    change(path, `UPDATE row_digest SET digest = zeroblob(16) WHERE table_name = '${table}'`)
    expect(findings(path)).toEqual([expect.stringMatching(`The rows of the table "${table}" are not those`)])
    change(path, `DELETE FROM row_digest WHERE table_name = '${table}'`)
    expect(findings(path)).toEqual([`The digest over the rows of the table "${table}" is missing.`])
  })

  it('finds an added row with its own checksum, and one that replaces another', () => {
    const path = everything()
    const other = newReview()
    other.savePlan({ ...samplePlan, id: 'smuggled', name: 'Smuggled' })
    const raw = new DatabaseSync(path)
    raw.prepare('ATTACH ? AS other').run(other.path)
    raw.exec('INSERT INTO plan SELECT * FROM other.plan')
    raw.close()
    expect(findings(path)).toEqual([
      'The table "plan" holds 1 row that Benchwright did not save (saved: 2, found: 3).',
    ])
    change(path, "DELETE FROM plan WHERE id = 'second'")
    expect(findings(path)).toEqual([
      'The rows of the table "plan" are not those that were saved; at least one was exchanged or changed.',
    ])
  })

  it('finds a log line that was changed, and a run that was set back to waiting', () => {
    const path = everything()
    change(path, "UPDATE log SET text = 'Nothing happened.' WHERE text = 'Done.'")
    expect(findings(path)).toEqual([expect.stringMatching('The rows of the table "log" are not those')])

    const second = everything()
    const raw = new DatabaseSync(second, { enableForeignKeyConstraints: false })
    for (const table of ['scalar', 'histogram', 'series', 'raw_output', 'run_command', 'excluded_run'])
      raw.exec(`DELETE FROM ${table} WHERE run_id = 2`)
    raw.exec("UPDATE run SET state = 'waiting', checksum = NULL WHERE id = 2")
    raw.close()
    expect(findings(second)).toContainEqual(
      expect.stringMatching('The table "run" lacks 1 row that was saved'),
    )
  })
})

describe('the digests', () => {
  it('follow every change that the program makes', () => {
    const review = writer(everything())
    const [figure] = review.figures()
    review.describe('title', 'notes')
    review.savePlan({ ...samplePlan, name: 'Renamed' })
    review.deletePlan('second')
    review.deleteFigure(figure?.id ?? 0)
    review.article.orderFigures([])
    review.article.choosePreset(-1)
    const [first, second] = review.documents.list().map(({ id }) => review.documents.read(id))
    if (second) review.documents.save({ ...content(second), title: 'Another title' }, knownDocument(second))
    if (first) review.documents.delete(knownDocument(first))
    const third = { name: 'side', type: 'image/png', width: 4, height: 2, content: pngOf(4, 2) } as const
    review.documents.deletePicture(review.documents.addPicture(third).id)
    const [preset] = review.article.presets().filter(({ id }) => id > 0)
    review.article.deletePreset(preset?.id ?? 0)
    review.includeRun(review.excludedRuns()[0]?.runId ?? 0)
    review.excludeRun(review.excludedRuns()[0]?.runId ?? 0, 'another reason')
    expect(review.check()).toEqual([])
    for (const { id } of review.campaigns()) {
      review.renameCampaign(id, 'renamed')
      expect(review.check()).toEqual([])
    }
    for (const { id, leaderId } of review.campaigns()) if (leaderId === undefined) review.deleteCampaign(id)
    expect(review.campaigns()).toEqual([])
    expect(review.check()).toEqual([])
  })

  it('are unchanged after a rolled-back change', () => {
    const review = writer(everything())
    const run = review.runs(1).find(({ state }) => state === 'waiting')
    const twice = [...sampleScalars(1), sampleScalars(1)[0]!]
    expect(() => review.finishRuns([[run?.id ?? 0, { ...sampleResult(), observations: twice }]])).toThrow()
    expect(review.check()).toEqual([])
  })

  it.each([1, 2, 3, 5, 6, 7, 8])(
    'are computed for the contents of a file of version %s, and follow it from then on',
    (version) => {
      const path = join(temporaryFolder(), 'old.benchwright')
      copyFileSync(join(fixtures, `version-${version}.benchwright`), path)
      expect(findings(path)).toEqual([])
      const review = writer(path)
      expect(review.check()).toEqual([])
      for (const { id, leaderId } of review.campaigns())
        if (leaderId === undefined) review.bin.erase('campaign', id)
      for (const { id } of review.article.presets()) if (id > 0) review.bin.erase('preset', id)
      fillWithEverything(review)
      expect(review.check()).toEqual([])
      review.close()
      change(path, 'DELETE FROM published_result')
      expect(findings(path)).toEqual([expect.stringContaining('The table "published_result" lacks 6 rows')])
    },
  )

  it('cover every table with rows under no other checksum', () => {
    const raw = new DatabaseSync(everything(), { readOnly: true })
    const tables = raw
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all()
      .map((row) => String((row as { name: unknown }).name))
    raw.close()
    const elsewhere = [
      'campaign_case',
      'run_command',
      'run_file',
      'scalar',
      'series',
      'histogram',
      'raw_output',
      'quantity',
    ]
    const noContent = ['created_file', 'runner_lock', 'row_digest']
    expect(tables).toEqual([...digestedTables, ...elsewhere, ...noContent].sort())
  })
})

function content({ name, title, author, template, blocks }: DocumentContent): DocumentContent {
  return { name, title, author, template, blocks }
}

/** What counts the rows of a table. */
function rowOf(table: string): string {
  return table === 'campaign_file' ? 'campaign_id * 1000 + file_id' : 'rowid'
}
