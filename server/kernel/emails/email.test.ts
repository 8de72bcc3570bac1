import { domainToUnicode } from 'node:url'
import { expect, test } from 'vitest'
import { accountEmailFault, foldEmail, isEmail, shownEmail, withAsciiDomain } from './email.ts'

test.each([
  ['user@xn--e1afmkfd.xn--p1ai', 'user@xn--e1afmkfd.xn--p1ai', 'user@пример.рф'],
  ['user@пример.рф', 'user@xn--e1afmkfd.xn--p1ai', 'user@пример.рф'],
  ['Joerg@Müller.example', 'joerg@xn--mller-kva.example', 'joerg@müller.example'],
  ['joerg@mu\u0308ller.example', 'joerg@xn--mller-kva.example', 'joerg@müller.example'],
  ['joerg@XN--MLLER-KVA.example', 'joerg@xn--mller-kva.example', 'joerg@müller.example'],
  ['a@straße.example', 'a@xn--strae-oqa.example', 'a@straße.example'],
  ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah', 'ann@例え.テスト'],
  ['Ann@Example.TEST', 'ann@example.test', 'ann@example.test'],
  // A Cyrillic letter among Latin ones.
  ['ann@exаmple.test', 'ann@xn--exmple-4nf.test', 'ann@xn--exmple-4nf.test'],
])('%s is stored as %s and shown as %s', (typed, stored, shown) => {
  expect([accountEmailFault(typed), isEmail(typed)]).toEqual([null, true])
  expect(foldEmail(typed)).toBe(stored)
  expect(foldEmail(stored)).toBe(stored)
  expect(shownEmail(stored)).toBe(shown)
  expect(foldEmail(shown)).toBe(stored)
})

test('domains are shown as Node decodes them', () => {
  for (const domain of [
    'xn--bcher-kva.example',
    'xn--fiqs8s.xn--fiqz9s',
    'xn--80akhbyknj4f.xn--p1ai',
    'xn--mgbh0fb.xn--kgbechtv',
    'xn--strae-oqa.example',
  ])
    expect([domain, domainToUnicode(domain)]).toContain(shownEmail(`a@${domain}`).slice(2))
})

test.each(['jörg@example.com', 'аnn@example.test', '用户@example.com'])(
  'the part before the @ of %s is of no account, but of a customer',
  (email) => {
    expect([accountEmailFault(email), isEmail(email)]).toEqual(['unicode_local_part', true])
  },
)

test.each([
  'ann@xn--a.example',
  'ann@-müller.example',
  'ann@mü_ller.example',
  'ann@müller',
  `ann@${'ü'.repeat(60)}.example`,
  'ann@xn--.example',
  'ann@1.2',
])('%s is no email', (email) => {
  expect([accountEmailFault(email), isEmail(email)]).toEqual(['invalid', false])
  expect(withAsciiDomain(email)).toBe(email)
})

test('text that is no email is shown as it is', () => {
  for (const text of ['', 'ann', '@', 'ann@xn--', 'ann@xn--a-.example', 'a@xn--99999999.example']) expect(shownEmail(text)).toBe(text)
})
