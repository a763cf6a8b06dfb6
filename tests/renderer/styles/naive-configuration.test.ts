import { expect, test } from 'vitest'
import { naiveConfiguration } from '../../../src/renderer/styles/naive-configuration'

test.each([false, true])('gives text fields a visible border (dark: %s)', (dark) => {
  document.documentElement.style.setProperty('--line-strong', '#456')
  expect(naiveConfiguration(dark).themeOverrides?.Input?.border).toBe('1px solid #456')
})
