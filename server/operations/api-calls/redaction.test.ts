import { expect, test } from 'vitest'
import { newToken, prefixes } from '#contract/token.ts'
import { CONTENT_LENGTH, READ_LENGTH, redactedBody, redactedJson, redactedText } from './redaction.ts'

test.each([
  ['password', 'hunter2'],
  ['newPassword', 'hunter2'],
  ['secret', 'x'],
  ['client_secret', 'x'],
  ['token', 'x'],
  ['customer_session_token', 'x'],
  ['api_key', 'x'],
  ['key', 'GH-1234'],
  ['number', '4242424242424242'],
  ['cvc', 123],
  ['Authorization', 'Bearer x'],
])('the value of %s is hidden, however deep', (name, value) => {
  expect(JSON.parse(redactedJson({ items: [{ deep: { [name]: value } }] }) ?? '')).toEqual({ items: [{ deep: { [name]: '[hidden]' } }] })
})

test.each(['token_id', 'secret_prefix', 'token_count', 'email', 'name', 'keywords', 'invoice_number'])('the value of %s is shown', (name) =>
  expect(JSON.parse(redactedJson({ [name]: 'x' }) ?? '')).toEqual({ [name]: 'x' }),
)

test.each(Object.values(prefixes))('a secret that begins with %s is hidden in any text', (prefix) => {
  const secret = newToken(prefix)
  expect(redactedText(`See https://shop.example/checkout/${secret}?embed=true.`)).toBe(
    `See https://shop.example/checkout/${prefix}[hidden]?embed=true.`,
  )
})

test('a token in the query of a URL is hidden', () => {
  expect(redactedText('https://shop.example/portal?customer_session_token=abcdef&page=2')).toBe(
    'https://shop.example/portal?customer_session_token=[hidden]&page=2',
  )
})

const SIGNED = [
  'X-Amz-Signature=0f3a',
  'X-Amz-Credential=AKIA%2F20260312%2Feu',
  'X-Amz-Security-Token=FwoG',
  'x-amz-signature=0f3a',
  'Signature=0f3a',
  'AWSAccessKeyId=AKIA0',
  'X-Goog-Signature=0f3a',
  'X-Goog-Credential=a%40b',
  'GoogleAccessId=a',
  'sig=0f3a',
  'client_secret=abc',
  'code=1234',
]

test.each(SIGNED)('what signs an address is hidden in any text: %s', (parameter) => {
  const [name, value] = parameter.split('=') as [string, string]
  for (const text of [
    `https://store.example/a?${parameter}`,
    `Send it to https://store.example/a?X-Amz-Expires=600&${parameter}&partNumber=1 now`,
    `https://store.example/a?X-Amz-Expires=600&amp;${parameter}`,
    `https://site.example/?to=${encodeURIComponent(`https://store.example/a?a=1&${parameter}`)}`,
  ]) {
    expect(redactedText(text)).not.toContain(`${name}=${value}`)
    expect(redactedText(text)).not.toContain(encodeURIComponent(`${name}=${value}`))
    expect(redactedText(text)).toContain('[hidden]')
  }
  expect(redactedText('?partNumber=1&X-Amz-Expires=600&codeword=x&signatures=2')).toBe(
    '?partNumber=1&X-Amz-Expires=600&codeword=x&signatures=2',
  )
})

test('a text is cut, and a body that is too long to read, or no JSON, leaves nothing', () => {
  expect(redactedJson('a'.repeat(CONTENT_LENGTH))).toHaveLength(CONTENT_LENGTH + 1)
  expect(redactedBody(JSON.stringify({ password: 'x', rest: 'a'.repeat(READ_LENGTH) }))).toBe('[too long to record]')
  expect(redactedBody('password=x')).toBe('[not JSON]')
  expect(redactedBody('')).toBeNull()
})
