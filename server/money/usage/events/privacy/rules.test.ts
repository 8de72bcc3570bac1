import { expect, test } from 'vitest'
import type { Filter } from '#kernel/metering/filter.ts'
import { anonymize, readKeys } from './rules.ts'

const filterBy = (...properties: readonly string[]): Filter => ({
  conjunction: 'and',
  clauses: properties.map((property) => ({ property, operator: 'eq', value: 'a' })),
})

test.each([
  ['without a meter nothing is read', [], []],
  ['a count by name reads no metadata', [{ filter: filterBy('name', 'source', 'timestamp'), aggregation: { func: 'count' } }], []],
  [
    'an aggregated property is read, with or without its prefix',
    [
      { filter: filterBy(), aggregation: { func: 'sum', property: 'tokens' } },
      { filter: filterBy(), aggregation: { func: 'unique', property: 'metadata.device' } },
    ],
    ['device', 'tokens'],
  ],
  [
    'groups within groups are read, and of a path its first key',
    [
      {
        filter: { conjunction: 'or', clauses: [filterBy('model'), { conjunction: 'and', clauses: [filterBy('metadata.usage.kind')] }] },
        aggregation: { func: 'max', property: 'usage.tokens' },
      },
    ],
    ['model', 'usage'],
  ],
] as const)('%s', (_, meters, expected) => {
  expect(readKeys(meters)).toEqual(expected)
})

test('an anonymized event keeps its customer, name and time, and what meters read', () => {
  const event = {
    id: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
    organizationId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c23',
    timestamp: new Date('2026-07-02T00:00:00Z'),
    name: 'ai.tokens',
    source: 'user' as const,
    customerId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c24',
    externalCustomerId: 'sophie',
    externalId: 'request-of-sophie',
    metadata: { tokens: 5, prompt: 'My name is Sophie', usage: { kind: 'chat' } },
  }
  expect(anonymize(event, ['tokens', 'usage'])).toEqual({
    ...event,
    externalCustomerId: null,
    externalId: null,
    metadata: { tokens: 5, usage: { kind: 'chat' } },
  })
})
