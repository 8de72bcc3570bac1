import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import type { EventImport, EventImportStatus } from './model.ts'
import { advance, cancel, checkFile, complete, create, fail, LINES_MAXIMUM } from './rules.ts'

const now = new Date('2026-03-12T14:20:00Z')
const header = { columns: ['name', 'customer_id'], separator: ',', end: 17, nextLine: 2, fault: undefined } as const
const found = create({ fileName: 'usage.csv', size: 100 }, { id: newId(now), organizationId: newId(now), uploadId: 'upload', now })
const survey = { bytes: 100, lines: 5, longLine: null }
const running: EventImport = { ...complete(found, survey, { header, now }), status: 'running' }
const batch = { inserted: 2, duplicates: 1, refused: [], position: 60, nextLine: 5, isLast: false }
const refused = (line: number, cells: readonly string[] = []) => ({ line, field: 'name', reason: 'Field required', cells })

test('an import whose file is uploaded waits for its first line', () => {
  expect(complete(found, survey, { header, now })).toMatchObject({ status: 'pending', position: 17, nextLine: 2, linesTotal: 4 })
})

describe('a file is refused', () => {
  test.each([
    [{ ...survey, bytes: 99 }, 'The file has 99 bytes, and 100 were declared.'],
    [{ ...survey, lines: LINES_MAXIMUM + 2 }, 'The file has 500001 lines. It can have at most 500000.'],
    [{ ...survey, longLine: 3 }, 'Line 3 has more than 16384 bytes.'],
  ])('%j', (other, sentence) => {
    expect(() => checkFile(found, other, header)).toThrow(sentence)
  })

  test('unless it is as declared', () => {
    checkFile(found, { ...survey, lines: LINES_MAXIMUM + 1 }, header)
  })
})

describe('a batch', () => {
  test('adds to what was counted', () => {
    const first = advance(running, { ...batch, refused: [refused(4)] }, now)
    expect(first.next).toMatchObject({ status: 'running', linesRead: 4, inserted: 2, duplicates: 1, refused: 1, reported: 1, position: 60 })
    const last = advance(first.next, { ...batch, isLast: true }, now)
    expect(last.next).toMatchObject({ status: 'completed', linesRead: 7, inserted: 4, duplicates: 2, refused: 1, endedAt: now })
  })

  test('reports ten thousand refused lines, and counts the rest', () => {
    const { next, reported } = advance({ ...running, reported: 9999 }, { ...batch, refused: [refused(2), refused(3)] }, now)
    expect([next.refused, next.reported, reported]).toEqual([2, 10_000, [refused(2)]])
  })

  test('reports five million characters', () => {
    const full = { ...running, reportedCharacters: 4_999_998 }
    const { next, reported } = advance(full, { ...batch, refused: [refused(2, ['a', 'b']), refused(3, ['c'])] }, now)
    expect([next.refused, next.reported, next.reportedCharacters, reported.length]).toEqual([2, 1, 5_000_000, 1])
  })
})

describe('an import', () => {
  test.each<[EventImportStatus, boolean]>([
    ['uploading', true],
    ['pending', true],
    ['running', true],
    ['completed', false],
    ['failed', false],
    ['cancelled', false],
  ])('that is %s can be cancelled: %j', (status, isPossible) => {
    const attempt = () => cancel({ ...running, status }, now)
    if (isPossible) expect(attempt()).toMatchObject({ status: 'cancelled', endedAt: now })
    else expect(attempt).toThrow('This import has come to an end already.')
  })

  test('that fails says why', () => {
    expect(fail(running, 'The file is no longer there.', now)).toMatchObject({ status: 'failed', failure: 'The file is no longer there.' })
  })
})
