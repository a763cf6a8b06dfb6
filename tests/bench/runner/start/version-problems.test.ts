import { expect, it } from 'vitest'
import { versionProblems } from '../../../../src/bench/runner/start/version-problems'
import { fioEngine } from '../../../../src/core/engines/fio/fio-engine'

const on = (name: string, engineVersion: string | undefined, engineFound = true) => ({
  name,
  inventory: { engineFound, engineVersion },
})

it('requires one version of fio on all machines, and names those that differ', () => {
  expect(versionProblems(fioEngine, [on('here', '3.33'), on('lab', '3.33')])).toEqual([])
  const [differ] = versionProblems(fioEngine, [on('here', '3.33'), on('lab', '3.36'), on('lab2', '3.33')])
  expect(differ).toMatchObject({ id: 'hosts-versions', text: 'fio is 3.33 on here, lab2, 3.36 on lab.' })
  const [missing] = versionProblems(fioEngine, [on('here', '3.33'), on('lab', undefined, false)])
  expect(missing).toMatchObject({ id: 'engine-missing', text: 'fio was not found on lab.' })
})
