import { expect, test } from 'vitest'
import { check } from '#web/ui/inputs/rules.ts'
import { changedLabels, changesOf, profileRules, valuesOf } from './profile-values.ts'

const elin = { name: 'Elin', username: 'elin_s', displayUsername: 'Elin_S', image: null, language: 'de' }
const anon = { name: 'Bas', username: null, displayUsername: null, image: 'data:image/webp;base64,AAAA', language: null }

test.each([
  ['nothing', elin, {}, {}],
  ['spaces around the name', elin, { name: ' Elin ' }, {}],
  ['the name', elin, { name: 'Elin S.' }, { name: 'Elin S.' }],
  ['capitals of the user name', elin, { username: 'ELIN_S' }, { displayUsername: 'ELIN_S' }],
  ['the user name', elin, { username: 'elin' }, { username: 'elin' }],
  ['a first user name', anon, { username: 'bas' }, { username: 'bas' }],
  ['a removed picture', anon, { image: null }, { image: null }],
  ['a first language', anon, { language: 'en' as const }, { language: 'en' }],
  ['the language, back to that of the browser', elin, { language: null }, { language: null }],
  ['nothing, while the saved language is no longer offered', { ...anon, language: 'xx' }, {}, {}],
])('the changes after editing %s contain only what differs', (_edit, user, change, changes) => {
  expect(changesOf({ ...valuesOf(user), ...change }, user)).toEqual(changes)
})

test('a name is required, and an existing user name cannot be removed', () => {
  expect(Object.keys(check(profileRules(elin), { name: ' ', username: '', image: null, language: null }) ?? {})).toEqual([
    'name',
    'username',
  ])
  expect(check(profileRules(anon), { name: 'Bas', username: '', image: null, language: null })).toBeNull()
})

test('a user name and its display form are one change', () => {
  expect(changedLabels({ username: 'elin', displayUsername: 'Elin', image: null, language: 'de' })).toEqual([
    'Picture',
    'Username',
    'Language',
  ])
})
