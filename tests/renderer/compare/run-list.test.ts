import { expect, test } from 'vitest'
import RunList from '../../../src/renderer/views/compare/case/RunList.vue'
import { mounted } from '../mounted'

const run = (repetition: number, more: object = {}) => ({
  ...{ runId: repetition, repetition, value: 100 + repetition, flagged: undefined, excluded: undefined },
  ...{ lacksPartner: false, ...more },
})

test('says which runs are not compared, and why', () => {
  const runs = [run(1), run(2, { excluded: 'A backup ran.' }), run(3, { lacksPartner: true })]
  const side = { label: 'old', n: 1, mean: 101, runs, shortRuns: [], box: undefined }
  const list = mounted(RunList, { side, amount: String, readOnly: false })
  const reason = (id: number) =>
    list.find(`[data-testid="case-run-${String(id)}"]`).querySelector('.reason')?.textContent
  expect(reason(1)).toBeUndefined()
  expect(reason(2)).toBe('Left out: A backup ran.')
  expect(reason(3)).toBe('Not compared: its partner is missing')
  // It can still be left out by hand.
  expect(list.find('[data-testid="case-run-3"] [data-testid="leave-out"]').textContent).toContain('Leave out')
})
