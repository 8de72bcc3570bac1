import { expect, test } from 'vitest'
import { isStorable } from '#kernel/text.ts'
import { COMMAS_MAX, DEPTH_MAX, structureFaultOf, unsafeIn } from './text-safety.ts'

test('brackets inside strings do not count as nesting', () => {
  const isTooDeep = (text: string) => structureFaultOf(text) === 'The body is nested too deeply'
  expect(isTooDeep('['.repeat(DEPTH_MAX))).toBe(false)
  expect(isTooDeep('['.repeat(DEPTH_MAX + 1))).toBe(true)
  expect(isTooDeep('{"a":'.repeat(DEPTH_MAX + 1))).toBe(true)
  expect(isTooDeep(JSON.stringify('['.repeat(1000)))).toBe(false)
  expect(isTooDeep(JSON.stringify(['"[[\\', '['.repeat(100)]))).toBe(false)
  expect(isTooDeep('[]'.repeat(1000))).toBe(false)
})

test('a body has a bound on values of any kind, and commas inside strings do not count', () => {
  const list = (values: number) => JSON.stringify(Array.from({ length: values }, () => 0))
  expect(structureFaultOf(list(COMMAS_MAX + 1))).toBeUndefined()
  expect(structureFaultOf(list(COMMAS_MAX + 2))).toBe('The body has too many values')
  expect(structureFaultOf(JSON.stringify(','.repeat(COMMAS_MAX + 2)))).toBeUndefined()
})

test.each([
  ['plain', true],
  ['emoji 😀', true],
  ['\\u0000 as text', true],
  ['nul \0', false],
  ['high \ud83d', false],
  ['low \ude00', false],
])('%j can be stored: %s', (text, storable) => {
  expect(isStorable(text)).toBe(storable)
})

test.each([
  [{ a: [{ b: 'x\0' }] }, ['body', 'a', 0, 'b']],
  [{ 'k\0': 1 }, ['body']],
  [JSON.parse('{"a":{"__proto__":{"admin":true}}}'), ['body', 'a']],
  ['\ud800', ['body']],
])('a value that cannot be stored is reported with its location', (value, loc) => {
  expect(unsafeIn(value, ['body'])?.loc).toEqual(loc)
})

test('ordinary values are accepted', () => {
  expect(unsafeIn({ a: [1, null, true, 'text', { b: {} }] }, ['body'])).toBeUndefined()
})
