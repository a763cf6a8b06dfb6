import { describe, expect, it } from 'vitest'
import { fileOfAddress, isAppAddress, startAddress } from '../../../src/main/security/app-address'
import { isTrustedSender } from '../../../src/main/security/sender-check'

const strangers = [
  'https://benchwright/index.html',
  'app://evil/index.html',
  'app://benchwright.evil.example/index.html',
  'app://user@benchwright/index.html',
  'app://benchwright@evil/index.html',
  'file:///etc/passwd',
  'data:text/html,x',
  'javascript:alert(1)',
  'about:blank',
  '',
  'nonsense',
]

describe('isAppAddress', () => {
  it('accepts the app’s own pages', () => {
    expect(isAppAddress(startAddress)).toBe(true)
    expect(isAppAddress('app://benchwright/assets/index.js?v=1#top')).toBe(true)
  })

  it.each(strangers)('refuses %j', (address) => expect(isAppAddress(address)).toBe(false))
})

describe('fileOfAddress', () => {
  it('finds files within the folder', () => {
    expect(fileOfAddress('app://benchwright/index.html', '/app/renderer')).toBe('/app/renderer/index.html')
    expect(fileOfAddress('app://benchwright/a%20b/c.js?x', '/app/renderer')).toBe('/app/renderer/a b/c.js')
  })

  it.each([
    'app://benchwright/../main.js',
    'app://benchwright/..%2fmain.js',
    'app://benchwright/%2e%2e/%2e%2e/etc/passwd',
    'app://benchwright/..%5cmain.js',
    'app://benchwright/a%00.js',
    'app://benchwright/%E0%A4%A.js',
    'app://benchwright/',
    'app://evil/index.html',
  ])('gives nothing outside it: %s', (address) => {
    const file = fileOfAddress(address, '/app/renderer')
    // A browser resolves `..` itself; the rest stays within the folder.
    if (file !== undefined) expect(file.startsWith('/app/renderer/')).toBe(true)
    expect(file).not.toBe('/app/main.js')
  })
})

describe('isTrustedSender', () => {
  const main = { url: startAddress, routingId: 4, processId: 2 }

  it('trusts the main frame of an app page', () => expect(isTrustedSender(main, main)).toBe(true))

  it('trusts no frame that is gone, within a page, of another process or from another origin', () => {
    expect(isTrustedSender(null, main)).toBe(false)
    expect(isTrustedSender({ ...main, routingId: 5 }, main)).toBe(false)
    expect(isTrustedSender({ ...main, processId: 3 }, main)).toBe(false)
    for (const url of strangers) expect(isTrustedSender({ ...main, url }, main)).toBe(false)
  })
})
