import { expect, test } from 'vitest'
import { strengthOf } from './strength.ts'

test.each([
  ['abcdefgh', 'weak'],
  ['abcdefghijklmnopqrst', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['8412957301948572', 'weak'],
  ['harvest1', 'weak'],
  ['Harvest19', 'fair'],
  ['harvest-moon', 'fair'],
  ['Harvest-19-Moon', 'strong'],
  ['correct horse battery', 'strong'],
])('the password %j is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
