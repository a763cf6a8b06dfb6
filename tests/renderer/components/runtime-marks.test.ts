import { expect, it, vi } from 'vitest'
import { ref } from 'vue'
import type { AppFacts } from '../../../src/core/contract/shell-requests'
import RuntimeMarks from '../../../src/renderer/components/marks/RuntimeMarks.vue'
import { mounted } from '../mounted'

const facts = ref<Partial<AppFacts>>({})
vi.mock('../../../src/renderer/composables/use-facts', () => ({ useFacts: () => facts }))

it.each([
  [{}, ''],
  [{ testRuntime: true }, 'Test runtime'],
  [{ unconfined: 'root' }, 'Running as root, without sandbox'],
  [{ unconfined: 'option' }, 'Running without sandbox'],
] as const)('of %o it says "%s"', (some, text) => {
  facts.value = some
  expect(mounted(RuntimeMarks).text()).toBe(text)
})
