import { expect, it } from 'vitest'
import type { HostState } from '../../../../src/core/contract/host-requests'
import { needOf } from '../../../../src/renderer/components/marks/campaign-need'
import { machine } from '../../../core/plan/machine'
import { campaign } from '../../review/campaign-fixture'

const host = (name: string, state: HostState) => ({
  ...{ id: machine(name), name, listed: true, loggingIn: false, inspectedAtMs: undefined },
  status: { state, sinceMs: 0 },
})

it('is a login or a look at a key, of the one host that waits for it, while the campaign is executed', () => {
  const running = campaign({ state: 'running', host: 'db + lab' })
  expect(needOf(running, [host('db', 'online'), host('lab', 'unknown')])).toBeUndefined()
  expect(needOf(running, [host('other', 'needs-login'), host('lab', 'offline')])).toBeUndefined()
  expect(needOf(running, [host('db', 'online'), host('lab', 'needs-login')])).toMatchObject({
    ...{ host: { name: 'lab' }, label: { text: 'Needs your login' }, action: 'Log in to lab' },
  })
  expect(needOf(running, [host('db', 'host-key-changed')])?.label.text).toBe('Host key changed')
  const waits = [host('lab', 'needs-login')]
  expect(needOf(campaign({ state: 'done', host: 'lab' }), waits)).toBeUndefined()
  expect(needOf(campaign({ state: 'running', host: 'lab2' }), waits)).toBeUndefined()
})
