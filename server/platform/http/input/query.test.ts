import { expect, test } from 'vitest'
import { parseQuery } from './query.ts'

test.each([
  ['', {}],
  ['a=1', { a: '1' }],
  ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ['metadata[k]=v', { metadata: { k: 'v' } }],
  ['metadata[k]=v&metadata[k]=w&metadata[l]=x', { metadata: { k: ['v', 'w'], l: 'x' } }],
  ['metadata=1&metadata[k]=v', { metadata: '1', 'metadata[k]': 'v' }],
  ['a=%zz&b=+x', { a: '%zz', b: ' x' }],
  ['a[b][c]=1', { 'a[b][c]': '1' }],
])('the query "%s" is parsed', (text, expected) => {
  expect(JSON.parse(JSON.stringify(parseQuery(text)))).toEqual(expected)
})

test('a parameter name cannot change a prototype', () => {
  const query = parseQuery('__proto__[admin]=1&constructor=2&a[__proto__]=3')
  expect(Object.getPrototypeOf(query)).toBeNull()
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  expect(Object.keys(query)).toEqual(['__proto__', 'constructor', 'a'])
})
