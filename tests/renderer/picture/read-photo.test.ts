import { expect, it } from 'vitest'
import { mostTakenPictureBytes } from '../../../src/core/contract/document-requests'
import { readPhoto } from '../../../src/renderer/components/picture/read-photo'

it('refuses a file that is too large by its name, without reading it', async () => {
  const file = new File([], 'big.png')
  Object.defineProperty(file, 'size', { value: mostTakenPictureBytes + 1 })
  await expect(readPhoto(file)).rejects.toThrow('big.png is larger than 32 MiB.')
  const small = await readPhoto(new File(['ab'], 'small.png'))
  expect([small.name, small.bytes.length]).toEqual(['small.png', 2])
})
