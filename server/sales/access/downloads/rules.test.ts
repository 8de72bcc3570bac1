import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { isLive, linkOf, signatureOf, tokenOf } from './rules.ts'

const FILE = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const CUSTOMER = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c23'
const key = createSecretKey(Buffer.from('downloads-secret'))
const other = createSecretKey(Buffer.from('another secret'))
const link = { fileId: FILE, customerId: CUSTOMER, expires: 1_750_000_600 }
const token = tokenOf(link, key)

test('a token carries file, customer, expiry and their signature', () => {
  expect(token).toBe(`${FILE}.${CUSTOMER}.1750000600.${signatureOf(link, key)}`)
  expect(linkOf(token, [key])).toEqual(link)
})

test('a token of an earlier secret is accepted, one of an unknown secret is not', () => {
  expect(linkOf(token, [other, key])).toEqual(link)
  expect(linkOf(token, [other])).toBeUndefined()
  expect(linkOf(token, [])).toBeUndefined()
})

test.each([
  ['another file', token.replace(FILE, CUSTOMER)],
  ['another customer', token.replace(CUSTOMER, FILE)],
  ['a later expiry', token.replace('1750000600', '1750000601')],
  ['an expiry in another form', token.replace('.1750000600.', '.01750000600.')],
  ['an expiry with a fraction', token.replace('.1750000600.', '.1750000600.0.')],
  ['an id in upper case', token.replace(FILE, FILE.toUpperCase())],
  ['no signature', token.slice(0, token.lastIndexOf('.') + 1)],
  ['a shorter signature', token.slice(0, -1)],
  ['a longer signature', `${token}A`],
  ['a further part', `${token}.x`],
  ['nothing', ''],
  ['dots alone', '...'],
  ['other text', '../../etc/passwd'],
])('a token with %s is none', (_, changed) => {
  expect(linkOf(changed, [key])).toBeUndefined()
})

test('no changed character of a token is accepted', () => {
  for (let at = 0; at < token.length; at += 1)
    expect(linkOf(token.slice(0, at) + (token[at] === '1' ? '2' : '1') + token.slice(at + 1), [key])).toBeUndefined()
})

test.each([
  [0, true],
  [599, true],
  [600, false],
  [601, false],
])('%i seconds after its creation a link of 600 seconds can be used: %s', (after, expected) => {
  expect(isLive(link, 1_750_000_000 + after)).toBe(expected)
})
