import { describe, expect, test } from 'vitest'
import { csvLine } from '#kernel/csv.ts'
import { cellValue, eventBody, excessFault } from './cells.ts'
import type { Separator } from './model.ts'

describe('the value of a cell', () => {
  test.each<[string, Separator, string | number | boolean]>([
    ['1500', ',', 1500],
    [' -1.5e3 ', ',', -1500],
    ['0', ',', 0],
    ['1,5', ';', 1.5],
    ['1.5', ';', 1.5],
    ['1,5', ',', '1,5'],
    ['1.000,50', ';', '1.000,50'],
    ['007', ',', '007'],
    ['+5', ',', '+5'],
    ['1e999', ',', '1e999'],
    ['123456789012345', ',', 123456789012345],
    ['1234567890123456', ',', '1234567890123456'],
    ['true', ',', true],
    ['FALSE', ',', false],
    ['True', ',', 'True'],
    ['null', ',', 'null'],
    ['small model', ',', 'small model'],
    ["'=1+1", ',', '=1+1'],
    ["'-5", ',', -5],
    ["'quoted", ',', "'quoted"],
  ])('%j, separated by %j, is %j', (cell, separator, expected) => {
    expect(cellValue(cell, separator)).toBe(expected)
  })

  test.each(['-5', '=A1', '@name', ' +1', '\ttab', "'plain", '5'])('%j of a report is what it was in the file', (cell) => {
    const written = csvLine([cell]).trimEnd().replace(/^"|"$/g, '')
    expect(cellValue(written, ',')).toBe(cellValue(cell, ','))
  })
})

describe('a line', () => {
  const format = { columns: ['name', 'metadata.usage.tokens', 'external_id', 'metadata.model', 'refused.line'], separator: ',' } as const

  test('is an event: paths are objects, empty cells and columns of a report are left out', () => {
    expect(eventBody(['ai.tokens', '15', ' ', 'small', '7'], format)).toEqual({
      name: 'ai.tokens',
      metadata: { usage: { tokens: 15 }, model: 'small' },
    })
    expect(eventBody(['ai.tokens'], format)).toEqual({ name: 'ai.tokens', metadata: {} })
  })

  test('may have empty cells beyond the header, and no others', () => {
    const { columns } = format
    expect(excessFault(['a', '', '', '', '', ' ', ''], { columns })).toBeUndefined()
    expect(excessFault(['a', '', '', '', '', 'b'], { columns })).toBe('The line has 6 cells, and the header 5.')
  })
})
