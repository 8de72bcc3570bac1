import { expect, test } from 'vitest'
import { segmentsAfter } from './segments.ts'

test.each([
  ['000000010000000000000001', ['000000010000000000000002', '000000010000000000000003']],
  ['0000000100000000000000FE', ['0000000100000000000000FF', '000000010000000100000000']],
  ['00000002000000FF000000FF', ['000000020000010000000000', '000000020000010000000001']],
])('the log segments after %s are %j', (present, following) => {
  expect(segmentsAfter(present, following.length)).toEqual(following)
})
