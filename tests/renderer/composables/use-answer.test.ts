import { effectScope, nextTick, ref } from 'vue'
import { expect, it, vi } from 'vitest'
import { nextTask } from '../../../src/renderer/composables/next-task'
import { useAnswer } from '../../../src/renderer/composables/use-answer'

/** A question, and the answers to it, which the test gives in the order it wants. */
function asking(first: string | undefined) {
  const question = ref(first)
  const open = new Map<string, { resolve(text: string): void; reject(reason: Error): void }>()
  const scope = effectScope()
  const asked = scope.run(() =>
    useAnswer(
      () => question.value,
      (text) => new Promise<string>((resolve, reject) => open.set(text, { resolve, reject })),
    ),
  )
  if (!asked) throw new Error('The scope has ended.')
  return { ...asked, question, scope, replyTo: (text: string) => open.get(text) }
}

it('keeps the last answer until the next one, and ignores one to an outdated question', async () => {
  const { answer, question, replyTo } = asking('a')
  replyTo('a')?.resolve('A')
  await vi.waitFor(() => expect(answer.value).toBe('A'))
  question.value = 'b'
  await nextTick()
  question.value = 'c'
  await nextTick()
  replyTo('c')?.resolve('C')
  await vi.waitFor(() => expect(answer.value).toBe('C'))
  replyTo('b')?.resolve('B')
  await nextTask()
  expect(answer.value).toBe('C')
})

it('gives the reason of a failure until the next answer, and has none of either without a question', async () => {
  const { answer, failure, question, replyTo } = asking('a')
  replyTo('a')?.reject(new Error('the bench is busy'))
  await vi.waitFor(() => expect(failure.value?.message).toBe('the bench is busy'))
  question.value = 'b'
  await nextTick()
  replyTo('b')?.resolve('B')
  await vi.waitFor(() => expect(answer.value).toBe('B'))
  expect(failure.value).toBeUndefined()
  question.value = undefined
  await vi.waitFor(() => expect(answer.value).toBeUndefined())
})

it('takes no answer after its part was removed', async () => {
  const { answer, scope, replyTo } = asking('a')
  scope.stop()
  replyTo('a')?.resolve('A')
  await nextTask()
  expect(answer.value).toBeUndefined()
})
