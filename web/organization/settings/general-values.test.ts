import { expect, test } from 'vitest'
import { changesOf, valuesOf } from './general-values.ts'

const northwind = { name: 'Northwind', slug: 'northwind', logo: null, metadata: '{"seats":5,"plan":"team","tags":["a"]}' }
const pair = (key: string, value: string) => ({ id: key, key, value })

test('metadata of any value type is shown as pairs', () => {
  expect(valuesOf(northwind).pairs.map(({ key, value }) => [key, value])).toEqual([
    ['seats', '5'],
    ['plan', 'team'],
    ['tags', '["a"]'],
  ])
  expect(valuesOf({ ...northwind, metadata: null }).pairs).toEqual([])
  expect(valuesOf({ ...northwind, metadata: 'not json' }).pairs).toEqual([])
})

test.each([
  ['nothing', {}, {}],
  ['spaces around', { name: ' Northwind ', slug: 'northwind ' }, {}],
  ['name and slug', { name: 'N', slug: 'n' }, { name: 'N', slug: 'n' }],
  ['the logo', { logo: 'data:image/webp;base64,AA' }, { logo: 'data:image/webp;base64,AA' }],
  [
    'one value, with the other values unchanged',
    { pairs: [pair('seats', '5'), pair('plan', 'solo'), pair('tags', '["a"]')] },
    { metadata: { seats: 5, plan: 'solo', tags: ['a'] } },
  ],
  ['all pairs removed', { pairs: [] }, { metadata: null }],
])('the changes after editing %s contain only what differs', (_edit, change, changes) => {
  expect(changesOf({ ...valuesOf(northwind), ...change }, northwind)).toEqual(changes)
})
