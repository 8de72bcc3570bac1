import { expect, test } from 'vitest'
import type { EventFilter } from '#client/index.ts'
import { canAdd, completeTree, filterOf, isGroup, newClause, newGroup, replaceNode, treeFaults, treeOf } from './filter-tree.ts'
import { meterText } from './labels.ts'
import { firstSamples, resultsOf, samplesOf } from './samples.ts'

const filter: EventFilter = {
  conjunction: 'and',
  clauses: [
    { property: 'name', operator: 'eq', value: 'ai.tokens' },
    {
      conjunction: 'or',
      clauses: [
        { property: 'model', operator: 'like', value: 'large' },
        { property: 'tokens', operator: 'gte', value: 100 },
        { property: 'cached', operator: 'ne', value: true },
      ],
    },
  ],
}
const tree = treeOf(filter)

test('a filter is edited as a tree and becomes the same filter', () => {
  expect(filterOf(tree)).toEqual(filter)
  expect(treeFaults(tree)).toBeUndefined()
})

test('a node is replaced or removed wherever it is', () => {
  const removed = replaceNode(tree, '0.1.1', null)
  expect(filterOf(removed).clauses[1]).toMatchObject({ clauses: [{ property: 'model' }, { property: 'cached' }] })
  const group = tree.nodes[1]
  const joined = group && isGroup(group) ? replaceNode(tree, group.id, { ...group, conjunction: 'and' }) : tree
  expect(filterOf(joined).clauses[1]).toMatchObject({ conjunction: 'and' })
  expect(replaceNode(tree, '0', null)).toBe(tree)
})

test.each([
  [{ property: ' ' }, 'Enter a property.'],
  [{ value: '' }, 'Enter a value.'],
  [{ type: 'number', value: '1.5' }, 'Enter a whole number.'],
] as const)('a condition with %j has the fault %s', (part, message) => {
  const node = { ...tree.nodes[0], ...part } as (typeof tree.nodes)[number]
  expect(treeFaults(replaceNode(tree, '0.0', node))).toEqual({ '0.0': message })
})

test('a preview leaves out what is not complete yet', () => {
  const rest = completeTree(replaceNode(replaceNode(tree, '0.0', null), '0.1.0', newClause()))
  expect(filterOf(rest)).toEqual({
    conjunction: 'and',
    clauses: [
      {
        conjunction: 'or',
        clauses: [
          { property: 'tokens', operator: 'gte', value: 100 },
          { property: 'cached', operator: 'ne', value: true },
        ],
      },
    ],
  })
  expect(completeTree({ ...tree, nodes: [newGroup()] }).nodes).toEqual([])
})

test('there is room for groups down to the fifth within each other', () => {
  expect([canAdd(tree, 4), canAdd(tree, 5)]).toEqual([
    { clause: true, group: true },
    { clause: true, group: false },
  ])
  const full = { ...tree, nodes: Array.from({ length: 25 }, newGroup) }
  expect([canAdd(full, 1), treeFaults(full)?.['0']]).toEqual([{ clause: false, group: false }, undefined])
})

test('a meter is a sentence', () => {
  const where = 'where name is “ai.tokens” and (model contains “large” or tokens is at least 100 or cached isn’t true)'
  expect(meterText({ filter, aggregation: { func: 'sum', property: 'tokens' } })).toBe(`Sum of tokens ${where}`)
  const nothing = { conjunction: 'and', clauses: [] } as const
  expect(meterText({ filter: nothing, aggregation: { func: 'count' } })).toBe('Number of events, over all events')
})

test('sample events show which count, as the server counts', () => {
  const events = samplesOf(firstSamples) ?? []
  expect(resultsOf(events, filter, { func: 'sum', property: 'tokens' })).toEqual({
    events: [
      { name: 'ai.tokens', counts: true },
      { name: 'ai.tokens', counts: false },
      { name: 'file.upload', counts: false },
    ],
    quantity: 1500,
  })
})

test.each(['', '{}', '[1]', '[null]', '{"a":'])('%j is no list of events', (text) => {
  expect(samplesOf(text)).toBeNull()
})

test('the timestamp of a sample may be a date', () => {
  expect(samplesOf('[{"timestamp":"1970-01-01T00:01:00Z"},{"timestamp":60},{"timestamp":"soon"}]')).toEqual([
    { source: 'user', timestamp: 60, metadata: {} },
    { source: 'user', timestamp: 60, metadata: {} },
    { source: 'user', metadata: {} },
  ])
})
