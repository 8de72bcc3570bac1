import { expect, test } from 'vitest'
import { check } from '#web/ui/inputs/rules.ts'
import { changedLabels, changesOf, profileRules, valuesOf } from './profile-values.ts'

const elin = { name: 'Elin', username: 'elin_s', displayUsername: 'Elin_S', image: null }
const anon = { name: 'Bas', username: null, displayUsername: null, image: 'data:image/webp;base64,AAAA' }

test.each([
  ['nothing', elin, {}, {}],
  ['spaces around the name', elin, { name: ' Elin ' }, {}],
  ['the name', elin, { name: 'Elin S.' }, { name: 'Elin S.' }],
  ['capitals of the user name', elin, { username: 'ELIN_S' }, { displayUsername: 'ELIN_S' }],
  ['the user name', elin, { username: 'elin' }, { username: 'elin' }],
  ['a first user name', anon, { username: 'bas' }, { username: 'bas' }],
  ['a removed picture', anon, { image: null }, { image: null }],
])('the changes after editing %s contain only what differs', (_edit, user, change, changes) => {
  expect(changesOf({ ...valuesOf(user), ...change }, user)).toEqual(changes)
})

test('a name is required, and an existing user name cannot be removed', () => {
  expect(Object.keys(check(profileRules(elin), { name: ' ', username: '', image: null }) ?? {})).toEqual(['name', 'username'])
  expect(check(profileRules(anon), { name: 'Bas', username: '', image: null })).toBeNull()
})

test('a user name and its display form are one change', () => {
  expect(changedLabels({ username: 'elin', displayUsername: 'Elin', image: null })).toEqual(['Picture', 'Username'])
})
