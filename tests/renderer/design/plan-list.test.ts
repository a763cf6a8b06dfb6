import { expect, test, vi } from 'vitest'
import PlanList from '../../../src/renderer/views/design/plans/PlanList.vue'
import { suites } from '../../../src/core/plan/templates/suites'
import { templates } from '../../../src/core/plan/templates/templates'
import { mounted } from '../mounted'

test('every suite and template to start from says what it is', async () => {
  const part = mounted(PlanList, { plans: [], openId: undefined, locked: false, runnable: 0 })
  part.find('[data-testid=new-plan]').click()
  const titleOf = (key: string) => document.querySelector<HTMLElement>(`[data-testid="new-${key}"]`)?.title
  await vi.waitFor(() => expect(titleOf('suite:quick-look')).toBe(suites[0]?.description))
  for (const { id, description } of templates) expect(titleOf(`template:${id}`)).toBe(description)
  part.unmount()
})
