import { expect, test } from 'vitest'
import { chooseLanguage } from './choose.ts'

const offered = ['en', 'de', 'en-XA'] as const

test.each([
  ['the first one', undefined, 'de,en', 'de'],
  ['the base of a regional tag', undefined, 'de-AT, en;q=0.5', 'de'],
  ['the one with the greater weight', undefined, 'en;q=0.4, fr, de;q=0.8', 'de'],
  ['an exact tag before its base', undefined, 'en-XA', 'en-XA'],
  ['none that the browser refuses', undefined, 'de;q=0, en', 'en'],
  ['none if it accepts anything', undefined, '*', undefined],
  ['none if it wants others', undefined, 'fr, pl', undefined],
  ['none without a header', undefined, undefined, undefined],
  ['none of a malformed header', undefined, ';;q=,,=;q=x', undefined],
  ['the cookie before the header', 'de', 'en', 'de'],
  ['the header if the cookie names another language', 'xx', 'de', 'de'],
])('a browser gets %s', (_name, cookie, header, language) => {
  expect(chooseLanguage({ cookie, header }, offered)).toBe(language)
})
