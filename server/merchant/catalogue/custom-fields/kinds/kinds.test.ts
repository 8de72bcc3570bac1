import { describe, expect, test } from 'vitest'
import { type FieldType, fieldKinds, kindOf } from './index.ts'
import type { FieldValue } from './kind.ts'

const options = { options: [{ value: 'm', label: 'Medium' }] }

/** For each kind, properties with values that they accept, and values that they refuse with the type of the problem. */
const samples: Readonly<
  Record<
    FieldType,
    readonly {
      readonly properties: object
      readonly accepted: readonly FieldValue[]
      readonly refused: readonly (readonly [FieldValue, string])[]
    }[]
  >
> = {
  text: [
    {
      properties: { min_length: 2, max_length: 3 },
      accepted: ['ab', 'äöü', '😀😀'],
      refused: [
        ['a', 'string_too_short'],
        ['abcd', 'string_too_long'],
        [1, 'string_type'],
      ],
    },
    { properties: {}, accepted: ['x'.repeat(5000)], refused: [['x'.repeat(5001), 'string_too_long']] },
  ],
  number: [
    {
      properties: { ge: 1, le: 10 },
      accepted: [1, 10],
      refused: [
        [0, 'greater_than_equal'],
        [11, 'less_than_equal'],
        [1.5, 'int_type'],
        ['3', 'int_type'],
      ],
    },
  ],
  date: [
    {
      properties: { ge: 1_767_225_600, le: 1_767_312_000 },
      accepted: ['2026-01-01', '2026-01-02', '2026-01-01T12:30:00+01:00', '2026-01-01T12:30Z'],
      refused: [
        ['2025-12-31', 'greater_than_equal'],
        ['2026-01-03', 'less_than_equal'],
        ['2026-13-01', 'date_parsing'],
        ['2026-02-31', 'date_parsing'],
        ['2026-04-31T00:00:00Z', 'date_parsing'],
        ['2026-01-01T25:00Z', 'date_parsing'],
        ['tomorrow', 'date_parsing'],
        [1_767_225_600, 'date_parsing'],
      ],
    },
  ],
  checkbox: [{ properties: {}, accepted: [true, false], refused: [['true', 'bool_type']] }],
  select: [
    {
      properties: options,
      accepted: ['m'],
      refused: [
        ['Medium', 'enum'],
        [true, 'enum'],
      ],
    },
  ],
}

describe.each(Object.keys(fieldKinds) as FieldType[])('the kind of field %s', (type) => {
  const kind = kindOf(type)

  test('has its own name', () => {
    expect(kind.type).toBe(type)
  })

  test.each(samples[type])('with %j takes and refuses values', ({ properties, accepted, refused }) => {
    const parsed = kind.properties.parse(properties)
    expect(kind.contradiction(parsed)).toBeNull()
    for (const value of accepted) expect([value, kind.valueFault(parsed, value)]).toEqual([value, null])
    for (const [value, problem] of refused) expect([value, kind.valueFault(parsed, value)?.type]).toEqual([value, problem])
  })
})

test.each([
  ['text', { min_length: 3, max_length: 2 }, 'max_length'],
  ['number', { ge: 3, le: 2 }, 'le'],
  ['date', { ge: 3, le: 2 }, 'le'],
  ['select', { options: [...options.options, { value: 'm', label: 'Again' }] }, 'options'],
])('the properties of a %s field that contradict each other are found', (type, properties, field) => {
  const kind = kindOf(type)
  expect(kind.contradiction(kind.properties.parse(properties))).toBe(field)
})

test('a required box has to be ticked, and a required text has a visible character', () => {
  expect([kindOf('checkbox').isAnswer(false), kindOf('checkbox').isAnswer(true)]).toEqual([false, true])
  expect([kindOf('text').isAnswer('  '), kindOf('text').isAnswer('x')]).toEqual([false, true])
})

test('a field of an unknown kind is a bug', () => {
  expect(() => kindOf('constructor')).toThrow('no kind of custom field')
})
