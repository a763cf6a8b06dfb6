import { expect, it } from 'vitest'
import { effectScope, ref } from 'vue'
import { roomActions, useRoomActions } from '../../../../src/renderer/composables/room/use-room-actions'

it('offers the actions of a room while it is in view', () => {
  const active = ref(true)
  const check = { id: 'check', label: 'Check the plan', act: () => undefined }
  const scope = effectScope()
  scope.run(() =>
    useRoomActions(
      () => active.value,
      () => [check],
    ),
  )
  expect(roomActions()).toEqual([check])
  active.value = false
  expect(roomActions()).toEqual([])
  active.value = true
  scope.stop()
  expect(roomActions()).toEqual([])
})
