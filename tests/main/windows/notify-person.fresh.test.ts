import { expect, it, vi } from 'vitest'
import { notifyPerson } from '../../../src/main/windows/notify-person'
import { machine } from '../../core/plan/machine'

vi.mock('electron', () => ({ Notification: { isSupported: () => false } }))

const notice = { title: '“Mix” has ended', text: '24 of 24 runs done.', campaignId: 3 }

function window(more: { hasFocus?: boolean; gone?: boolean } = {}) {
  return { hasFocus: false, gone: false, focus: vi.fn(), tell: vi.fn(), flash: vi.fn(), ...more }
}

it('notifies a person whose focus is elsewhere, and a click leads to the campaign or the host', () => {
  const show = vi.fn()
  const own = window()
  notifyPerson(notice, own, true, show)
  notifyPerson({ ...notice, hostId: machine('lab') }, own, true, show)
  expect(own.flash).toHaveBeenCalledTimes(2)
  expect(show.mock.calls[0]?.slice(0, 2)).toEqual([notice.title, notice.text])
  for (const [, , click] of show.mock.calls as [string, string, () => void][]) click()
  expect(own.focus).toHaveBeenCalledTimes(2)
  expect(own.tell.mock.calls).toEqual([
    [{ type: 'show-campaign', campaignId: 3 }],
    [{ type: 'show-host', hostId: 'lab' }],
  ])
})

it('is silent if the window has the focus or is gone, or the person wants no notifications', () => {
  const show = vi.fn()
  notifyPerson(notice, window({ hasFocus: true }), true, show)
  notifyPerson(notice, window({ gone: true }), true, show)
  notifyPerson(notice, window(), false, show)
  expect(show).not.toHaveBeenCalled()
})
