import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  [['a', 'b'], 'a,b'],
  [['say "hi"', 'a,b', 'two\nlines'], '"say ""hi""","a,b","two\nlines"'],
  [[null, '', 0, -5, true], ',,0,-5,true'],
  [['=1+1'], "'=1+1"],
  [['=HYPERLINK("https://evil.test","x")'], `"'=HYPERLINK(""https://evil.test"",""x"")"`],
  [['+1', '-1', '@SUM(A1)', '＝1'], "'+1,'-1,'@SUM(A1),'＝1"],
  [['\t=1', ' =1', '\r=1'], `'\t=1,' =1,"'\r=1"`],
  [['a=1', '1-2', 'me@example.test'], 'a=1,1-2,me@example.test'],
])('the cells %j are escaped so that a spreadsheet reads no formula', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})
