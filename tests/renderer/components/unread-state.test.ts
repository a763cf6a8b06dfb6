import { expect, it, vi } from 'vitest'
import { RequestFailure } from '../../../src/core/contract/request-failure'
import UnreadState from '../../../src/renderer/components/UnreadState.vue'
import { mounted } from '../mounted'

it('says why something could not be read and what to do, and offers another attempt', () => {
  const error = new RequestFailure({ message: 'It is being written.', remedy: 'Close the other program.' })
  const onAgain = vi.fn()
  const props = { title: 'The plan could not be opened', error, onAgain }
  const { find, set, text } = mounted(UnreadState, props)
  expect(text()).toBe('The plan could not be openedIt is being written. Close the other program.Try again')
  find('button').click()
  expect(onAgain).toHaveBeenCalledOnce()
  set({ ...props, busy: true })
  return vi.waitFor(() => expect(find('button').getAttribute('aria-busy')).toBe('true'))
})
