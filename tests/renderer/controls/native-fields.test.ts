import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A field of the browser forgets what is being typed when it is drawn again; DraftInput keeps it. */
it('text that is taken only when it is entered is typed into a DraftInput', () => {
  const files = globSync('src/renderer/**/*.vue')
  expect(files.length).toBeGreaterThan(100)
  const forgetful = files.flatMap((file) =>
    (readFileSync(file, 'utf8').match(/<(?:input|textarea)\b(?:=>|[^>])*>/g) ?? [])
      .filter((tag) => tag.includes(':value="') && tag.includes('@change="') && !tag.includes('@input="'))
      .filter((tag) => !/type="(?:checkbox|radio|color|file|range)"/.test(tag))
      .map((tag) => `${file}: ${tag}`),
  )
  expect(forgetful).toEqual([])
})
