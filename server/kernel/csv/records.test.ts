import { describe, expect, test } from 'vitest'
import { isBlank, nextRecord, RECORD_BYTES } from './records.ts'

interface ReadRecord {
  readonly cells: readonly string[]
  readonly fault: boolean
  readonly line: number
}

function recordsOf(content: Buffer, separator = ','): ReadRecord[] {
  const records: ReadRecord[] = []
  for (let [at, line] = [0, 1]; at < content.length; ) {
    const record = nextRecord(content, at, { separator, isLast: true })
    if (!record) throw new Error('There is no record')
    records.push({ cells: record.cells, fault: record.fault !== undefined, line })
    line += record.lineBreaks
    at = record.end
  }
  return records
}

const fine = (line: number, ...cells: string[]) => ({ line, cells, fault: false })
const broken = (line: number, ...cells: string[]) => ({ line, cells, fault: true })

describe('the records of a file', () => {
  test.each<[string, string, readonly ReadRecord[]]>([
    ['lines', 'a,b\nc,d\n', [fine(1, 'a', 'b'), fine(2, 'c', 'd')]],
    ['CRLF, and no end of the last line', 'a,b\r\nc,d', [fine(1, 'a', 'b'), fine(2, 'c', 'd')]],
    ['quotes', '"a,b","c ""d"""\r\n', [fine(1, 'a,b', 'c "d"')]],
    ['line breaks in quotes', '"a\nb",c\nd,e\n', [fine(1, 'a\nb', 'c'), fine(3, 'd', 'e')]],
    ['empty cells', ',\n"",""\n', [fine(1, '', ''), fine(2, '', '')]],
    ['a quote within a plain cell', 'a"b,c\n', [fine(1, 'a"b', 'c')]],
    ['text after a closing quote', '"a"b,c\nd,e\n', [broken(1, '"a"b', 'c'), fine(2, 'd', 'e')]],
    ['a quote that is not closed', '"a,b\nc,d\n', [broken(1, '"a,b'), fine(2, 'c', 'd')]],
    ['NUL', 'a\0,b\n', [broken(1, 'a\uFFFD', 'b')]],
  ])('%s', (_name, content, expected) => {
    expect(recordsOf(Buffer.from(content))).toEqual(expected)
  })

  test('are separated by another sign', () => {
    expect(recordsOf(Buffer.from('a,1;"b;c"\n'), ';')).toEqual([fine(1, 'a,1', 'b;c')])
  })

  test('of an old encoding are at fault, and shown as they were meant', () => {
    expect(recordsOf(Buffer.from('Müller,1\nMeier,2\n', 'latin1'))).toEqual([broken(1, 'Müller', '1'), fine(2, 'Meier', '2')])
  })

  test('end within a bound, after which the next line is read', () => {
    const [first, second] = recordsOf(Buffer.from(`"a\n${'b\n'.repeat(RECORD_BYTES)}`))
    expect([first, second]).toEqual([broken(1, '"a'), fine(2, 'b')])
  })

  test('are whole: bytes without an end are none yet', () => {
    for (const part of ['a,b', '"a"', '"a\nb', ''])
      expect(nextRecord(Buffer.from(part), 0, { separator: ',', isLast: false })).toBeUndefined()
  })
})

test.each([
  [[''], true],
  [['', ' '], true],
  [['', 'a'], false],
])('a record of %j is blank: %j', (cells, expected) => {
  expect(isBlank({ cells, fault: undefined })).toBe(expected)
})
