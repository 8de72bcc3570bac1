import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { array, type Column, columnName, flag, json, metadata, money, oneOf, recorded, text, time, uuid } from './columns.ts'
import { fieldsOf } from './fields.ts'

const NOON = new Date('2026-03-01T12:00:00.000Z')
const ID = '0195a000-0000-7000-8000-000000000001'

describe('the name of a column', () => {
  test.for([
    ['id', 'id'],
    ['createdAt', 'created_at'],
    ['customerIpAddress', 'customer_ip_address'],
    ['last4', 'last4'],
  ] as const)('of the property %s is %s', ([property, column]) => expect(columnName(property)).toBe(column))
})

test('a column that is stored under another name is read and written under it', () => {
  const renamed = { ...recorded, banned: flag().nullable().storedAs('is_banned') } as const
  expect(columnName('banned', renamed.banned)).toBe('is_banned')
  expect(columnName('banned', renamed.banned.fixed().as('blocked').meta({}))).toBe('is_banned')
  expect(Object.keys(fieldsOf(renamed, 'camel').shape)).toEqual(['id', 'organizationId', 'createdAt', 'modifiedAt', 'banned'])
  expect(Object.keys(fieldsOf(renamed).shape)).toContain('organization_id')
})

describe('a stored value', () => {
  // biome-ignore lint/suspicious/noExplicitAny: columns of every type
  const cases: readonly (readonly [string, Column<any, any>, unknown, unknown])[] = [
    ['a time of the driver', time(), NOON, NOON],
    ['a time in the JSON of the database', time(), '2026-03-01T13:00:00+01:00', NOON],
    ['no time', time().nullable(), null, null],
    ['text', text(), 'Zoe', 'Zoe'],
    ['an amount', money(), -100, -100],
    ['an array', array(z.string()), ['a', 'b'], ['a', 'b']],
    ['an array with a value that no longer exists', array(z.enum(['a']), (value) => value === 'a'), ['a', 'b'], ['a']],
  ]
  test.for(cases)('%s is read', ([, column, stored, value]) => expect(column.codec.fromRow(stored)).toEqual(value))
})

const columns = {
  ...recorded,
  organizationId: uuid().fixed().private(),
  name: text().nullable(),
  isArchived: flag().as('archived'),
  kind: oneOf(z.enum(['small', 'large'])).meta({ description: 'How large it is.' }),
  size: json(z.object({ in_cm: z.int() }), ({ inCm }: { readonly inCm: number }) => ({ in_cm: inCm })).nullable(),
  metadata: metadata(),
  secret: text().private(),
} as const
const model = {
  id: ID,
  organizationId: ID,
  createdAt: NOON,
  modifiedAt: null,
  name: null,
  isArchived: true,
  kind: 'small' as const,
  size: { inCm: 4 },
  metadata: { a: 1 },
  secret: 'hidden',
}

describe('the fields of columns', () => {
  const { shape, toWire } = fieldsOf(columns)

  test('are those that are not private, under the names of the columns or their own', () => {
    expect(Object.keys(shape)).toEqual(['id', 'created_at', 'modified_at', 'name', 'archived', 'kind', 'size', 'metadata'])
  })

  test('are made from the model, and match their schemas', () => {
    const wire = toWire(model)
    expect(wire).toEqual({
      id: ID,
      created_at: '2026-03-01T12:00:00.000Z',
      modified_at: null,
      name: null,
      archived: true,
      kind: 'small',
      size: { in_cm: 4 },
      metadata: { a: 1 },
    })
    expect(z.strictObject(shape).parse(wire)).toEqual(wire)
    expect(toWire({ ...model, size: null }).size).toBeNull()
  })

  test('share no object with the model', () => {
    const wire = toWire(model)
    wire.metadata['a'] = 2
    expect(model.metadata).toEqual({ a: 1 })
  })

  test('carry what the document says of them', () => {
    expect(z.toJSONSchema(z.object(shape)).properties).toMatchObject({ kind: { description: 'How large it is.' } })
  })
})

describe('what a column is', () => {
  test('stays when it may also be empty, is documented, renamed or private', () => {
    const column = array(z.string()).fixed()
    for (const each of [column.nullable(), column.meta({}), column.as('other'), column.private()]) {
      expect(each).toMatchObject({ storage: 'array', isFixed: true })
    }
    expect([column.as('other').nullable().name, column.private().nullable().name, column.nullable().name]).toEqual(['other', null, ''])
  })

  test('is not changed by a method: each gives another column', () => {
    const column = text()
    column.private()
    column.fixed()
    expect(column).toMatchObject({ name: '', isFixed: false })
  })
})
