import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepUnfinished } from '../../../../src/bench/files/unfinished'
import { DiskScenario, whyNoShim } from './disk-scenario'
import { lossesIn, putOlderFile, stepNames, type Step } from './kept'
import { parseChanges } from './recorded-disk'
import { seededNumbers } from './seeded-numbers'
import { standingSeed } from '../../../standing-seed'

/** Long form: `BENCHWRIGHT_DISK_KILLS=250 BENCHWRIGHT_FULL_DISKS=1000`. */
const kills = Number(process.env.BENCHWRIGHT_DISK_KILLS ?? 8)
const fullDisks = Number(process.env.BENCHWRIGHT_FULL_DISKS ?? 12)
const seed = standingSeed(process.env.BENCHWRIGHT_DISK_SEED, process.env.BENCHWRIGHT_DISK_KILLS !== undefined)

/** What each step calls a full disk. */
const isFull = (step: Step, id: string) =>
  id === 'not tried' || id === (step === 'export' ? 'not-written' : 'disk-full')

const unfinishedIn = (folder: string) => readdirSync(folder).filter((name) => /unfinished|\.part$/.test(name))

describe.skipIf(whyNoShim !== undefined)(
  `the disk${whyNoShim ? ` (skipped: ${whyNoShim})` : ''}`,
  { timeout: 120_000 + (kills + fullDisks) * 5000 },
  () => {
    let scenario: DiskScenario
    /** How many changes the whole scenario makes. */
    let changes: number

    beforeAll(() => {
      scenario = new DiskScenario()
      const folder = scenario.emptyFolder('counted')
      putOlderFile(folder)
      const log = join(scenario.folder, 'log')
      scenario.run(folder, { log })
      changes = parseChanges(readFileSync(log)).filter(({ path }) => path !== join(folder, 'said')).length
    })
    afterAll(() => scenario.remove())

    /** Different changes of the scenario, evenly spread, each at a random place in its section. */
    function places(count: number, random: () => number): readonly number[] {
      const stretch = Math.max(1, changes / count)
      const all = Array.from({ length: count }, (_, index) => 1 + Math.floor((index + random()) * stretch))
      return [...new Set(all.map((place) => Math.min(place, changes)))]
    }

    it('keeps what was confirmed if the program is killed at any change, also in the middle of a write, and the next start tidies up', () => {
      const at = places(kills, seededNumbers(seed))
      for (const killAt of at) {
        const folder = scenario.emptyFolder('killed')
        putOlderFile(folder)
        const end = scenario.run(folder, { killAt })
        expect(end).toMatchObject({ killed: true, failures: [] })
        const when = `killed at change ${killAt} of ${changes}`
        sweepUnfinished(join(scenario.state, 'unfinished'))
        expect(unfinishedIn(folder), when).toEqual([])
        expect(lossesIn(folder, end.confirmed), when).toEqual([])
      }
      console.log(`${at.length} kills at ${changes} changes of the disk, seed ${seed}`)
    })

    it.each(['once', 'from then on'] as const)(
      'that is full %s, at any change, costs nothing that was confirmed, and every step reports it',
      (how) => {
        const at = places(fullDisks / 2, seededNumbers(seed + 1))
        let failed = 0
        for (const place of at) {
          const folder = scenario.emptyFolder('full')
          putOlderFile(folder)
          const end = scenario.run(folder, how === 'once' ? { fullAt: place } : { fullFrom: place })
          const when = `full ${how} at change ${place} of ${changes}`
          failed += end.failures.length
          for (const { step, id } of end.failures)
            expect(isFull(step, id), `${when}: ${step}: ${id}`).toBe(true)
          // What was neither confirmed nor refused would be lost silently.
          const told = new Set([...end.confirmed, ...end.failures.map(({ step }) => step)])
          expect(
            [...stepNames].filter((step) => !told.has(step)),
            when,
          ).toEqual([])
          if (how === 'once') expect(end.confirmed, when).toEqual(new Set(stepNames))
          expect(lossesIn(folder, end.confirmed), when).toEqual([])
          expect(unfinishedIn(folder), when).toEqual([])
        }
        console.log(`${at.length} disks full ${how}, ${failed} refusals, seed ${seed}`)
      },
    )
  },
)
