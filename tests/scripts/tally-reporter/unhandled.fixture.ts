import { test } from 'vitest'

test('passes, and leaves an error to nobody', async () => {
  void Promise.reject(new Error('left to nobody'))
  await new Promise((resolve) => setImmediate(resolve))
})
