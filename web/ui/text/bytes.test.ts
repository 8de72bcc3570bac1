import { expect, test } from 'vitest'
import { bytesText } from './bytes.ts'

test.each([
  [400_000, 'en', '0 MB'],
  [38_400_000, 'en', '38 MB'],
  [1_440_000_000, 'en', '1.4 GB'],
  [1_440_000_000, 'de', '1,4 GB'],
  [73_754_000_000, 'de', '73,8 GB'],
  [1_250_000_000_000, 'en', '1,250 GB'],
])('%d bytes are written in %s as %s', (bytes, locale, text) => {
  expect(bytesText(bytes, locale).replace('\u00a0', ' ')).toBe(text)
})
