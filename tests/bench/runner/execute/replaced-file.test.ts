import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLocalHost } from '../../../../src/bench/hosts/local/local-host'
import { RunnerWorkshop, scriptPlan } from '../runner-workshop'
import { okScript } from '../script-engine'

let folder: string
let shop: RunnerWorkshop
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-replaced-'))
  const environment = { ...process.env, BENCHWRIGHT_STATE: join(folder, 'state') }
  shop = new RunnerWorkshop(createLocalHost({ environment }))
})
afterEach(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

it("a resume neither overwrites nor removes a person's file that got the inode number of the data file", async () => {
  const path = join(folder, 'thesis')
  const size = 1024 * 1024
  const script = `touch '${folder}/measuring'; while [ ! -e '${folder}/go' ]; do sleep 0.05; done; ${okScript}`
  const base = { script, seconds: 1, uses_file: true, file_bytes: size }
  const plan = scriptPlan({ axes: [], repetitions: 2, target: { kind: 'file', path }, base })
  const campaignId = await shop.start(plan)
  await vi.waitFor(() => expect(existsSync(join(folder, 'measuring'))).toBe(true))
  // The app ends during a run.
  await shop.runner.dispose()
  shop.store.close()
  const { ino } = statSync(path)
  // ext4 reuses the number at once; on file systems that do not, the file is even more clearly a stranger's.
  for (let turn = 0; turn < 20; turn += 1) {
    unlinkSync(path)
    writeFileSync(path, 'p'.repeat(size))
    if (statSync(path).ino === ino) break
  }
  writeFileSync(join(folder, 'go'), '')
  shop.reopen()
  await shop.runner.reconcile()
  await shop.runner.ended(campaignId)
  // The last run waits for data that could not be written anew.
  expect(shop.states(campaignId)).toEqual(['done', 'done', 'waiting'])
  expect(shop.state(campaignId)).toBe('stopped')
  expect(shop.logOf(campaignId)).toContain('is not the file this campaign created')
  expect(shop.logOf(campaignId)).toContain('left alone')
  expect(readFileSync(path, 'utf8')).toBe('p'.repeat(size))
})
