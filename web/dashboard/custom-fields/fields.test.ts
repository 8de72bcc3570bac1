import { expect, test } from 'vitest'
import type { CustomField } from '#client/index.ts'
import { check } from '#web/ui/inputs/rules.ts'
import { fieldForm, propertiesOf, slugOf } from './fields.ts'

const { valuesOf, creation, changes, rules } = fieldForm

const field: CustomField = {
  id: 'one',
  createdAt: '2026-03-12T14:20:00Z',
  modifiedAt: null,
  organizationId: 'org',
  slug: 'start',
  name: 'Start',
  metadata: {},
  type: 'date',
  properties: { form_help_text: 'The first day.', ge: 1_772_323_200, le: 1_774_915_200 },
}
const values = valuesOf(field)
const option = (id: string, label: string, value = label) => ({ id, label, value })
const faultsOf = (changed: object) =>
  Object.entries(check(rules, { ...values, ...changed }) ?? {}).flatMap(([name, fault]) => (fault === undefined ? [] : [name]))

test('the bounds of a date are days in UTC, and are sent as seconds since 1970', () => {
  expect([values.least, values.most]).toEqual(['2026-03-01', '2026-03-31'])
  expect(propertiesOf(values)).toEqual(field.properties)
})

test('the form of a field without a change sends nothing', () => {
  expect(changes(values, field)).toEqual({})
})

test('only what was changed is sent, and what was emptied is left out', () => {
  expect(changes({ ...values, help: ' ', most: '' }, field)).toEqual({ properties: { ge: 1_772_323_200 } })
})

test.each([
  ['Team size', 'team-size'],
  ['  Größe (EU) ', 'gro-e-eu'],
  ['Café', 'cafe'],
  ['株式会社', ''],
])('the name %j becomes the key %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('a new choice is sent with its options and without the properties of other kinds', () => {
  const choice = {
    ...valuesOf(null),
    type: 'select' as const,
    name: ' Size ',
    slug: 'size',
    textarea: true,
    least: '3',
    options: [option('1', ' Small ', 's')],
  }
  expect(creation(choice, { organizationId: 'org' })).toEqual({
    organizationId: 'org',
    type: 'select',
    name: 'Size',
    slug: 'size',
    properties: { options: [{ label: 'Small', value: 's' }] },
    metadata: {},
  })
})

test.each([
  [{ name: ' ' }, ['name']],
  [{ slug: 'Two words' }, ['slug']],
  [{ type: 'number', least: '1.5', most: '' }, ['least']],
  [{ type: 'number', least: '-3', most: '2' }, []],
  [{ type: 'text', least: '-3', most: '' }, ['least']],
  [{ type: 'number', least: '5', most: '4' }, ['most']],
  [{ least: '2026-04-01' }, ['most']],
  [{ type: 'select', options: [] }, ['options']],
  [{ type: 'select', options: [option('1', '')] }, ['options']],
  [{ type: 'select', options: [option('1', 'a'), option('2', 'b', 'a')] }, ['options']],
  [{ type: 'select', options: [option('1', 'a'), option('2', 'b')] }, []],
])('the form with %j has faults at %j', (changed, fields) => {
  expect(faultsOf(changed)).toEqual(fields)
})
