import { expect, test } from 'vitest'
import type { CallError } from '#client/index.ts'
import { faultsOfRefusal } from '#web/parts/field-faults.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { check } from '#web/ui/inputs/rules.ts'
import { flag, localTime, metadata, optionalText, plain, products, text, wholeNumber } from './kinds.ts'
import { resourceForm } from './resource-form.ts'

interface Event {
  readonly kind: 'talk' | 'walk'
  readonly title: string
  readonly note: string | null
  readonly seats: number | null
  readonly isPublic: boolean
  readonly startsAt: string | null
  readonly place: { readonly city: string; readonly zip: string | null }
  readonly products: readonly { readonly id: string; readonly name: string; readonly price: number }[]
  readonly metadata: Readonly<Record<string, string | number | boolean>>
}

interface Values {
  readonly kind: Event['kind']
  readonly title: string
  readonly note: string
  readonly seats: string
  readonly isPublic: boolean
  readonly startsAt: string
  readonly city: string
  readonly zipCode: string
  readonly host: { readonly id: string } | null
  readonly products: readonly { readonly id: string; readonly name: string }[]
  readonly metadata: readonly Pair[]
}

const form = resourceForm<Event, Values>({
  variant: 'kind',
  always: { source: 'form' },
  failed: 'Not saved.',
  note: (changed) => (changed.includes('title') ? 'Visible' : undefined),
  parts: { place: { label: 'Place', write: ({ city, zipCode }) => ({ city, zip: zipCode || null }) } },
  fields: {
    kind: plain({ initial: 'talk' }),
    title: text({ label: 'Title', texts: { value_error: 'Taken' }, rule: (title) => (title === '' ? 'Missing' : undefined) }),
    note: optionalText({ label: 'Note' }),
    seats: wholeNumber({ label: 'Seats', max: 100, message: 'From 1 to 100', applies: ({ kind }) => kind === 'talk' }),
    isPublic: flag({ label: 'Public', initial: true }),
    startsAt: localTime({ label: 'Start' }),
    city: text({ label: 'City', part: 'place', of: ({ place }) => place.city }),
    zipCode: text({ label: 'Zip', part: 'place', of: ({ place }) => place.zip, paths: ['zip'] }),
    host: { label: 'Host', as: 'hostId', isFixed: true, read: () => null, write: (host) => host?.id ?? null },
    products: products({ label: 'Products' }),
    metadata: metadata((key) => key),
  },
})

const event: Event = {
  kind: 'walk',
  title: 'Old town',
  note: null,
  seats: null,
  isPublic: false,
  startsAt: '2026-03-12T14:20:00.000Z',
  place: { city: 'Kyiv', zip: '01001' },
  products: [{ id: 'p1', name: 'Ticket', price: 500 }],
  metadata: { guide: 'Zoe', rank: 3 },
}
const values = form.valuesOf(event)

test('the values of a new resource are empty or initial', () => {
  expect(form.valuesOf(null)).toEqual({
    kind: 'talk',
    title: '',
    note: '',
    seats: '',
    isPublic: true,
    startsAt: '',
    city: '',
    zipCode: '',
    host: null,
    products: [],
    metadata: [],
  })
})

test('a creation sends each field by its name in the body, and the fields of a part together', () => {
  const made = { ...form.valuesOf(null), title: ' Talk ', note: ' ', seats: ' 5 ', city: 'Lviv ', host: { id: 'h1' } }
  expect(form.creation(made, { organizationId: 'org' })).toEqual({
    organizationId: 'org',
    source: 'form',
    kind: 'talk',
    title: 'Talk',
    note: null,
    seats: 5,
    isPublic: true,
    startsAt: null,
    place: { city: 'Lviv ', zip: null },
    hostId: 'h1',
    products: [],
    metadata: {},
  })
})

test.each<[change: Partial<Values>, changes: object, labels: readonly string[]]>([
  [{}, {}, []],
  [{ title: ' Old town ' }, {}, []],
  [{ title: 'New town', note: 'Bring water' }, { title: 'New town', note: 'Bring water' }, ['Title', 'Note']],
  [{ zipCode: '' }, { place: { city: 'Kyiv', zip: null } }, ['Place']],
  [{ seats: '7' }, {}, []],
  [{ startsAt: '' }, { startsAt: null }, ['Start']],
  [{ host: { id: 'h2' } }, {}, []],
  [{ products: [] }, { products: [] }, ['Products']],
  [{ metadata: [...values.metadata].reverse() }, {}, []],
  [{ metadata: values.metadata.slice(1) }, { metadata: { rank: 3 } }, ['form.metadata']],
])('with %j an update sends %j, and %j are named', (change, changes, labels) => {
  const found = form.changes({ ...values, ...change }, event)
  expect(found).toEqual(changes)
  expect(form.labelsOf(found)).toEqual(labels)
})

test('an update repeats the field by which resources have different shapes', () => {
  expect(form.update({ title: 'New town' }, event)).toEqual({ title: 'New town', kind: 'walk' })
})

test('a note is for changes alone', () => {
  expect(form.noteOf({})).toBeUndefined()
  expect(form.noteOf({ note: null })).toBeUndefined()
  expect(form.noteOf({ title: 'New town' })).toBe('Visible')
})

test.each<[change: Partial<Values>, faults: readonly string[]]>([
  [{ title: '' }, ['title']],
  [{ kind: 'talk', seats: '0' }, ['seats']],
  [{ kind: 'talk', seats: '1.5' }, ['seats']],
  [{ kind: 'talk', seats: '' }, []],
  [{ kind: 'walk', seats: '0' }, []],
  [{ metadata: [{ id: 'a', key: '', value: '1' }] }, ['metadata']],
])('with %j there are faults at %j', (change, faults) => {
  const found = Object.entries(check(form.rules, { ...values, ...change }) ?? {})
  expect(found.flatMap(([name, fault]) => (fault === undefined ? [] : [name]))).toEqual(faults)
})

test.each<[path: string, type: string, faults: object]>([
  ['title', 'value_error', { title: 'Taken' }],
  ['walk.title', 'value_error', { title: 'Taken' }],
  ['place.zip', 'value_error', { zipCode: expect.any(String) }],
  ['walk.place.city', 'value_error', { city: expect.any(String) }],
  ['starts_at', 'value_error', { startsAt: expect.any(String) }],
  ['host_id', 'value_error', { host: expect.any(String) }],
  ['walk.metadata.rank', 'value_error', { metadata: { rank: expect.any(String) } }],
])('a problem at %s is shown at its field', (path, type, faults) => {
  const error = { code: 'RequestValidationError', fields: [{ path, type, ctx: {} }] } as unknown as CallError
  expect(faultsOfRefusal(error, Object.keys(values) as (keyof Values)[], form.refusals(values)).faults).toEqual(faults)
})
