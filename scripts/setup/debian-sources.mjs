/**
 * The text of an additional apt source for another component of the distribution, copied from the entries of its main
 * component, so that no address is hard-coded. Formats: sources.list(5).
 *
 * @param {{ path: string, text: string }[]} files the machine's sources, `.list` and `.sources`
 * @param {string | undefined} suite the release's code name, for example `bookworm`
 * @param {string} component for example `non-free`
 * @returns {{ kind: 'list' | 'sources', text: string } | undefined} undefined if it is enabled, or there is nothing
 * to copy
 */
export function sourcesWithComponent(files, suite, component) {
  if (!suite) return undefined
  const holds = (wanted) => (entry) => entry.suites.includes(suite) && entry.components.includes(wanted)
  const sources = files.filter(({ path }) => /\.(list|sources)$/.test(path)).map(parse)
  if (sources.some(({ entries }) => entries.some(holds(component)))) return undefined
  const source = sources.find(({ entries }) => entries.some(holds('main')))
  if (!source) return undefined
  const copies = source.entries.filter(holds('main')).map((entry) => entry.withComponent(component))
  return { kind: source.kind, text: copies.join('\n') }
}

const parse = ({ path, text }) =>
  path.endsWith('.sources')
    ? { kind: 'sources', entries: stanzas(text) }
    : { kind: 'list', entries: lines(text) }

/** deb822 style: blocks of `Key: value` between empty lines. */
function stanzas(text) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() && !line.startsWith('#')))
    .map((block) => block.join('\n'))
    .filter((block) => /^Types:.*\bdeb\b/m.test(block) && !/^Enabled:\s*no/im.test(block))
    .map((block) => ({
      suites: words(block.match(/^Suites:(.*)$/m)?.[1]),
      components: words(block.match(/^Components:(.*)$/m)?.[1]),
      withComponent: (component) => `${block.replace(/^Components:.*$/m, `Components: ${component}`)}\n`,
    }))
}

/** One-line style: `deb [options] address suite component …`. */
function lines(text) {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(deb\s+(?:\[[^\]]*\]\s+)?\S+\s+)(\S+)\s+([^#]+)/.exec(line)
    if (!match) return []
    const [, start, suite, components] = match
    return {
      suites: [suite],
      components: words(components),
      withComponent: (component) => `${start}${suite} ${component}\n`,
    }
  })
}

const words = (text = '') => text.split(/\s+/).filter(Boolean)
