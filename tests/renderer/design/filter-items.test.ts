import { describe, expect, it } from 'vitest'
import { filterItems } from '../../../src/renderer/components/pick-list/filter-items'

const items = [
  { id: 'queue_depth', label: 'Queue depth', detail: 'iodepth', help: 'Requests in flight.' },
  { id: 'rate', label: 'rate', help: 'Caps the bandwidth.' },
  { id: 'rate_iops', label: 'IOPS limit', detail: 'rate_iops', help: 'Caps requests a second.' },
  { id: 'thinktime', label: 'thinktime', help: 'Waits between requests, at this rate.' },
]
const ids = (query: string) => filterItems(items, query).map(({ id }) => id)

describe('filterItems', () => {
  it('puts names that start with the text first, then names, then sentences', () => {
    expect(ids('rate')).toEqual(['rate', 'rate_iops', 'thinktime'])
    expect(ids('depth')).toEqual(['queue_depth'])
  })

  it('prefers the start of a word to a match inside one', () => {
    const templates = [
      { id: 'a', label: 'Queue depth', detail: 'template' },
      { id: 'b', label: 'Steady state', detail: 'template', help: 'Until the latency is steady.' },
      { id: 'c', label: 'Mean latency', detail: 'clat' },
    ]
    expect(filterItems(templates, 'lat').map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })

  it('needs every word, in any order and any case', () => {
    expect(ids('FLIGHT requests')).toEqual(['queue_depth'])
    expect(ids('requests nothing')).toEqual([])
  })

  it('lists everything in the given order while nothing is typed, up to a limit', () => {
    expect(ids('  ')).toEqual(items.map(({ id }) => id))
    const many = Array.from({ length: 500 }, (_, i) => ({ id: `o${i}`, label: `o${i}` }))
    expect(filterItems(many, '')).toHaveLength(60)
    expect(filterItems(many, 'o499')).toHaveLength(1)
  })
})
