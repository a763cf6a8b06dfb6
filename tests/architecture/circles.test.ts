import { expect, test } from 'vitest'
import { circles } from './circles'

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges))

test('a chain and a diamond have no cycle', () => {
  expect(circles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
})

test('a cycle is given with its path', () => {
  expect(circles(graph({ a: ['b'], b: ['c'], c: ['b'] }))).toEqual([['b', 'c', 'b']])
})

test('a file that imports itself is a cycle', () => {
  expect(circles(graph({ a: ['a'] }))).toEqual([['a', 'a']])
})

test('targets outside the graph end a path', () => {
  expect(circles(graph({ a: ['elsewhere'] }))).toEqual([])
})
