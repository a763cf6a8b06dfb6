import { expect, it } from 'vitest'
import { fileURLToPath } from 'node:url'
import { executedElsewhere } from '../../../../src/bench/runner/resume/orphans'

it('does not say of a results file that is gone that its campaign is running', () => {
  const here = fileURLToPath(import.meta.url)
  expect(executedElsewhere('lab', here).message).toContain(`A campaign of ${here} is running on lab`)
  const gone = executedElsewhere('lab', `${here}.gone`)
  expect(gone.message).toContain(`its results file ${here}.gone is gone`)
  expect(gone.message).not.toContain('is running')
})
