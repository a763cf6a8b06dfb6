import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/setup/paths.mjs'

test('an unknown promise is reported with a list of the known ones, before anything is built', () => {
  const args = [inRoot('scripts', 'bench.mjs'), 'zoom', 'nothing']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/tests\/performance has no nothing\. There are: .*recording,.* zoom\./)
})
