import { expect, test } from 'vitest'
import { durationText, progressLine, shownProgress } from './progress.ts'

test.each([
  [400, '1 s'],
  [1000, '1 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [200_000, '3 min 20 s'],
  [3_600_000, '1 h'],
  [3_930_000, '1 h 5 min'],
  [90_000_000, '25 h'],
])('%d ms are written as %s', (durationMs, text) => {
  expect(durationText(durationMs)).toBe(text)
})

const lines = (done: number, share: number | null) => ({ done, noun: 'lines', share })

test.each([
  ['work that reports nothing', undefined, 3000, 'Importing: 3 s'],
  ['work that has just begun', lines(0, 0), 2000, 'Importing: 0 lines, 0 %'],
  ['a whole that is unknown', lines(4100, null), 10_000, 'Importing: 4,100 lines, 410 a second'],
  ['a known whole', lines(12_300, 0.4), 30_000, 'Importing: 12,300 lines, 410 a second, 40 %, 45 s left'],
  ['a part too small to extrapolate', lines(5, 0.005), 2000, 'Importing: 5 lines, 2.5 a second, 0 %'],
  ['slow work', lines(3, 0.25), 40_000, 'Importing: 3 lines, 0.075 a second, 25 %, 2 min left'],
  ['work that is done', lines(1_000_000, 1), 100_000, 'Importing: 1,000,000 lines, 10,000 a second, 100 %'],
])('%s is described in one line', (_, progress, elapsedMs, line) => {
  expect(progressLine('Importing', progress, elapsedMs)).toBe(line)
})

function recorded(terminal: { readonly isTTY?: boolean; readonly columns?: number }) {
  const written: string[] = []
  return { written, shown: shownProgress('Importing', { ...terminal, write: (text) => written.push(text) }) }
}

test('nothing is shown of work that takes less than two seconds', () => {
  const { written, shown } = recorded({})
  shown.report(lines(1, 1))
  shown.show(1999)
  shown.end()
  expect(written).toEqual([])
})

test('without a terminal each second is a line of its own', () => {
  const { written, shown } = recorded({})
  shown.show(2000)
  shown.report(lines(30, null))
  shown.show(3000)
  shown.end()
  expect(written).toEqual(['Importing: 2 s\n', 'Importing: 30 lines, 10 a second\n'])
})

test('in a terminal one line is rewritten, shortened to its width, and removed at the end', () => {
  const { written, shown } = recorded({ isTTY: true, columns: 13 })
  shown.show(2000)
  shown.show(3000)
  shown.note('Stopping.')
  shown.show(4000)
  shown.end()
  const [erase, end] = ['\r', '\u001B[K']
  expect(written).toEqual([
    `${erase}Importing: 2${end}`,
    `${erase}Importing: 3${end}`,
    `${erase}${end}`,
    'Stopping.\n',
    `${erase}Importing: 4${end}`,
    `${erase}${end}`,
  ])
})
