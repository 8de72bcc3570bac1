import { expect, test } from 'vitest'
import { changesOf, faultsOf, valuesOf } from './profile-values.ts'

const elin = { name: 'Elin', username: 'elin_s', displayUsername: 'Elin_S', image: null }
const anon = { name: 'Bas', username: null, displayUsername: null, image: 'data:image/webp;base64,AAAA' }

test.each([
  ['nothing', elin, {}, {}],
  ['spaces around the name', elin, { name: ' Elin ' }, {}],
  ['the name', elin, { name: 'Elin S.' }, { name: 'Elin S.' }],
  ['capitals of the user name', elin, { username: 'ELIN_S' }, { displayUsername: 'ELIN_S' }],
  ['the user name', elin, { username: 'elin' }, { username: 'elin' }],
  ['a first user name', anon, { username: 'bas' }, { username: 'bas' }],
  ['the picture taken away', anon, { image: null }, { image: null }],
])('%s is sent as what differs', (_what, user, change, sent) => {
  expect(changesOf({ ...valuesOf(user), ...change }, user)).toEqual(sent)
})

test('a name is needed, and a user name that is there cannot be taken away', () => {
  expect(Object.keys(faultsOf({ name: ' ', username: '', image: null }, elin))).toEqual(['name', 'username'])
  expect(faultsOf({ name: 'Bas', username: '', image: null }, anon)).toEqual({})
})
