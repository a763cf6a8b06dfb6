import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterwards } from '../sample-review'
import { DiskScenario, readSaid, whyNoShim } from './disk-scenario'
import { lossesIn, putOlderFile, stepNames } from './kept'
import { fingerprint, parseChanges, RecordedDisk, type DiskState, type Survival } from './recorded-disk'
import { seededNumbers } from './seeded-numbers'
import { standingSeed } from '../../../standing-seed'

/**
 * States of the disk to reopen besides those in which just what was synced survives; long form:
 * `BENCHWRIGHT_POWER_CUTS=20000`.
 */
const cuts = Number(process.env.BENCHWRIGHT_POWER_CUTS ?? 60)
const seed = standingSeed(
  process.env.BENCHWRIGHT_POWER_SEED,
  process.env.BENCHWRIGHT_POWER_CUTS !== undefined,
)

const others: readonly Survival[] = ['all', 'contents only', 'names only', 'some']

describe.skipIf(whyNoShim !== undefined)(`a power cut${whyNoShim ? ` (skipped: ${whyNoShim})` : ''}`, () => {
  it(
    'at any write, sync or change of a name loses nothing that was confirmed and damages no file',
    { timeout: 120_000 + cuts * 500 },
    () => {
      const scenario = new DiskScenario()
      afterwards(() => scenario.remove())
      const folder = scenario.emptyFolder('disk')
      const said = join(folder, 'said')
      putOlderFile(folder)
      const before = filesIn(folder)
      const log = join(scenario.folder, 'log')
      scenario.run(folder, { log })
      const changes = parseChanges(readFileSync(log))
      expect(readSaid(readFileSync(said, 'utf8'))).toEqual({ confirmed: new Set(stepNames), failures: [] })

      const random = seededNumbers(seed)
      const seen = new Set<string>()
      const reopen = (state: DiskState, words: string, when: string) => {
        const files = new Map([...state].filter(([path]) => path !== said))
        const known = `${words}${fingerprint(files)}`
        if (seen.has(known)) return
        seen.add(known)
        const found = scenario.emptyFolder('found')
        for (const [path, content] of files) writeFileSync(join(found, basename(path)), content)
        expect(lossesIn(found, readSaid(words).confirmed), when).toEqual([])
      }
      for (let round = 0; round === 0 || seen.size < cuts; round += 1) {
        const disk = new RecordedDisk(before)
        changes.forEach((change, index) => {
          disk.apply(change)
          const words = disk.crash('all', random).get(said)?.toString() ?? ''
          const when = (survival: Survival) =>
            `power cut after change ${index + 1} of ${changes.length}, kept: ${survival}`
          if (round === 0) reopen(disk.crash('synced only', random), words, when('synced only'))
          for (const survival of others)
            if (random() * changes.length * others.length < cuts)
              reopen(disk.crash(survival, random), words, when(survival))
        })
      }
      console.log(
        `${seen.size} states of the disk after power cuts in ${changes.length} changes, seed ${seed}`,
      )
    },
  )
})

function filesIn(folder: string): DiskState {
  return new Map(readdirSync(folder).map((name) => [join(folder, name), readFileSync(join(folder, name))]))
}
