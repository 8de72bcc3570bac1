import { expect, test } from 'vitest'
import { rowCounter } from './count-rows.ts'

test('the rows of a table are counted without its header, over pieces that end anywhere', () => {
  const count = rowCounter('csv')
  expect(['name\r\n', 'Ada\r\n"two\r\nli', 'nes ""quoted"""\r\n', 'Bo\r\n'].map(count)).toEqual([0, 1, 2, 3])
})

test('the items of an array are counted by their lines', () => {
  const count = rowCounter('json')
  expect(['[\n{"a":"\\"\\n"}', ',\n{}', '\n]'].map(count)).toEqual([0, 1, 2])
})
