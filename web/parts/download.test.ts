import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test.each([
  [
    [
      ['Name', 'E-mail'],
      ['Ada', 'ada@x.example'],
    ],
    'Name,E-mail\r\nAda,ada@x.example\r\n',
  ],
  [[['Byron, "Ada"', 'two\nlines']], '"Byron, ""Ada""","two\nlines"\r\n'],
  [[['=1+1', '+49', '-x', '@me', 'a=b']], "'=1+1,'+49,'-x,'@me,a=b\r\n"],
])('the rows %j are quoted and escaped', (rows, text) => {
  expect(csvOf(rows)).toBe(text)
})
