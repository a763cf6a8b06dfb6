import { expect, test, vi } from 'vitest'
import { h, nextTick } from 'vue'
import RowTable from '../../../../src/renderer/components/row-table/RowTable.vue'
import { fittingColumns, type RowOrder } from '../../../../src/renderer/components/row-table/row-table'
import { mounted, press } from '../../mounted'

const columns = [
  { key: 'name', label: 'Name', numeric: false, width: 100 },
  { key: 'iops', label: 'IOPS', numeric: true, width: 80 },
]

function table(count: number, more: Readonly<Record<string, unknown>> = {}) {
  return mounted((given: Readonly<Record<string, unknown>>) =>
    h(
      RowTable,
      { columns, count, list: 'all', rowProps: () => ({}), label: 'Runs', testid: 'runs', ...more, ...given },
      {
        cell: ({ column, row }: { column: { key: string }; row: number }) =>
          h('td', `${column.key} ${String(row)}`),
        nothing: () => 'No runs.',
      },
    ),
  )
}

test('the head of a column sorts: numbers from the largest, then the smallest, then in the original order', async () => {
  const orders: (RowOrder | undefined)[] = []
  const part = table(3, { 'onUpdate:order': (order: RowOrder | undefined) => orders.push(order) })
  for (let click = 0; click < 3; click++) {
    part.find('[data-testid=sort-iops]').click()
    part.set({ order: orders.at(-1) })
    await nextTick()
  }
  expect(orders).toEqual([{ key: 'iops', descending: true }, { key: 'iops', descending: false }, undefined])
  part.unmount()
})

test('of many rows only a few are in the page, with space for the others, and keys open the focused one', async () => {
  const onOpen = vi.fn()
  const part = table(100_000, { onOpen })
  const rows = () => [...part.element.querySelectorAll<HTMLElement>('tr.row')]
  expect(rows().length).toBeGreaterThan(0)
  expect(rows().length).toBeLessThan(100)
  expect(part.find('table').getAttribute('aria-rowcount')).toBe('100001')
  expect(part.find('tr.gap').style.height).toBe(`${String((100_000 - rows().length) * 26)}px`)
  const first = part.find('[data-row="0"]')
  first.focus()
  await press(first, 'ArrowDown')
  expect(document.activeElement?.getAttribute('data-row')).toBe('1')
  await press(part.find('[data-row="1"]'), 'Enter')
  expect(onOpen.mock.calls).toEqual([[1]])
  part.unmount()
})

test('a narrow table leaves out the optional columns, in their order', () => {
  const wide = [
    { key: 'name', label: 'Name', numeric: false, width: 100 },
    { key: 'runs', label: 'Runs', numeric: true, width: 50, leaves: 1 },
    { key: 'file', label: 'File', numeric: false, width: 80, leaves: 2 },
  ]
  const keys = (room: number) => fittingColumns(wide, room).map(({ key }) => key)
  expect(keys(0)).toEqual(['name', 'runs', 'file'])
  expect(keys(230)).toEqual(['name', 'runs', 'file'])
  expect(keys(229)).toEqual(['name', 'file'])
  expect(keys(179)).toEqual(['name'])
  expect(keys(50)).toEqual(['name'])
})

test('an empty table explains why it is empty', () => {
  const part = table(0)
  expect(part.find('[role=status]').textContent).toBe('No runs.')
  part.unmount()
})
