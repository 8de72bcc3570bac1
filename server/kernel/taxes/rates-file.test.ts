import { expect, test } from 'vitest'
import { shippedRates } from './rates.ts'
import { ratesTogether, readRates, withRates } from './rates-file.ts'

const HEADER = 'place,name,rate_percent,valid_from,source'
const ROW = 'DE,VAT,19,2027-01-01,Law'
const fileOf = (...lines: readonly string[]) => Buffer.from([HEADER, ...lines].join('\n'))
const faultsOf = (bytes: Buffer) => readRates(bytes).faults

test('a file is read, as spreadsheets write it too', () => {
  const rows = ['de,VAT,19.5,2027-01-01,"Gazette, no. 12"', '', 'US-NY, Sales tax ,8.875,2020-06-01,"The ""Tax"" law",,']
  const rates = [
    { place: 'DE', name: 'VAT', ratePpm: 195_000, validFrom: '2027-01-01', source: 'Gazette, no. 12' },
    { place: 'US-NY', name: 'Sales tax', ratePpm: 88_750, validFrom: '2020-06-01', source: 'The "Tax" law' },
  ]
  expect(readRates(fileOf(...rows))).toEqual({ rates, faults: [] })
  expect(readRates(Buffer.from(`\uFEFF${[HEADER, ...rows].join('\r\n')}\r\n`))).toEqual({ rates, faults: [] })
  expect(readRates(Buffer.from(HEADER))).toEqual({ rates: [], faults: [] })
})

const PLACE = 'a country (ISO 3166-1 alpha-2), or a state of the United States or Canada (ISO 3166-2), such as DE or US-NY'
const PERCENT = 'a number from 0 to 100 with at most 4 decimal places, such as 19 or 8.875'

test.each<[row: string, fault: string]>([
  ['UK,VAT,20,2027-01-01,Law', `line 2, column place: "UK" must be ${PLACE}`],
  ['US-XX,Tax,1,2027-01-01,Law', `line 2, column place: "US-XX" must be ${PLACE}`],
  ['US-NY-1,Tax,1,2027-01-01,Law', `line 2, column place: "US-NY-1" must be ${PLACE}`],
  ['EU-OSS,VAT,20,2027-01-01,Law', `line 2, column place: "EU-OSS" must be ${PLACE}`],
  ['MC,VAT,20,2027-01-01,Law', 'line 2, column place: "MC" must be FR, to whose tax area MC belongs'],
  ['DE,,19,2027-01-01,Law', 'line 2, column name: "" must be a text of 1 to 40 characters on one line'],
  [`DE,${'x'.repeat(41)},19,2027-01-01,Law`, `line 2, column name: "${'x'.repeat(40)}…" must be a text of 1 to 40 characters on one line`],
  ['DE,"V\nT",19,2027-01-01,Law', 'line 2, column name: "V\\nT" must be a text of 1 to 40 characters on one line'],
  ['DE,VAT,"19,5",2027-01-01,Law', `line 2, column rate_percent: "19,5" must be ${PERCENT}`],
  ['DE,VAT,100.1,2027-01-01,Law', `line 2, column rate_percent: "100.1" must be ${PERCENT}`],
  ['DE,VAT,19,2027-02-29,Law', 'line 2, column valid_from: "2027-02-29" must be a day, such as 2027-01-31'],
  ['DE,VAT,19,01.01.2027,Law', 'line 2, column valid_from: "01.01.2027" must be a day, such as 2027-01-31'],
  ['DE,VAT,19,2027-01-01,', 'line 2, column source: "" must be a text of 1 to 200 characters on one line'],
  ['DE,VAT,19,2027-01-01', 'line 2 must have 5 cells (it has 4)'],
  ['DE,VAT,19,5,2027-01-01,Law', 'line 2 must have 5 cells (it has 6)'],
  ['DE;VAT;19;2027-01-01;Law', 'line 2 must have 5 cells (it has 1)'],
  ['DE,VAT,19,2027-01-01,"Law', 'line 2 cannot be read: A quote is not closed'],
])('the row %j is a fault', (row, fault) => {
  expect(readRates(fileOf(row))).toEqual({ rates: [], faults: [fault] })
})

test('each fault names its line, and one is enough to refuse the file', () => {
  const rows = [ROW, 'DE,"VAT",7,2028-01-01,"two\nlines"', 'DE,VAT,x,soon,Law', ROW]
  expect(faultsOf(fileOf(...rows))).toEqual([
    'line 3, column source: "two\\nlines" must be a text of 1 to 200 characters on one line',
    `line 5, column rate_percent: "x" must be ${PERCENT}`,
    'line 5, column valid_from: "soon" must be a day, such as 2027-01-31',
    'line 6 repeats place, name and valid_from of line 2',
  ])
})

test.each([
  ['', 'an empty file'],
  [ROW, 'a file without its header'],
  ['place;name;rate_percent;valid_from;source', 'another separator'],
  ['place,name,rate,valid_from,source', 'another column'],
])('the header %j is a fault', (header) => {
  expect(faultsOf(Buffer.from(header))).toEqual([`line 1 must be the header ${HEADER}`])
})

test('a file is UTF-8, and has at most 10,000 rates', () => {
  const latin = Buffer.concat([fileOf('DE,VAT,19,2027-01-01,Gesetz f'), Buffer.from([0xfc]), Buffer.from('r Steuern')])
  expect(faultsOf(latin)).toEqual(['line 2 cannot be read: The line is not UTF-8. Save the file as “CSV UTF-8”'])
  const rows = Array.from({ length: 10_000 }, (_, at) => `DE,VAT ${at},1,2027-01-01,Law`)
  expect(readRates(fileOf(...rows)).rates).toHaveLength(10_000)
  expect(readRates(fileOf(...rows, ROW))).toEqual({ rates: [], faults: ['it must have at most 10000 rates'] })
})

const tableOf = (...lines: readonly string[]) => withRates(shippedRates, readRates(fileOf(...lines)).rates, 'v')

test('rates are added to the shipped ones, and take the place of those of the same name and day', () => {
  const { version, places } = tableOf('EE,VAT,26,2027-01-01,A', 'EE,VAT,23,2024-01-01,B', 'US-NY,Sales tax,4,2020-01-01,C')
  expect(version).toBe('v')
  expect(places['EE']?.map(({ ratePpm, validFrom, source }) => [ratePpm, validFrom, source.slice(0, 8)])).toEqual([
    [200_000, '2009-07-01', 'European'],
    [230_000, '2024-01-01', 'B'],
    [240_000, '2025-07-01', 'European'],
    [260_000, '2027-01-01', 'A'],
  ])
  expect(places['US-NY']).toEqual([{ name: 'Sales tax', ratePpm: 40_000, validFrom: '2020-01-01', source: 'C' }])
  expect(places['DE']).toEqual(shippedRates.places['DE'])
  expect(shippedRates.places['EE']).toHaveLength(3)
})

test.each<[lines: readonly string[], expected: readonly object[]]>([
  [[], []],
  [['DE,VAT,20,2027-01-01,Law'], []],
  [['US-NY,State tax,4,2020-01-01,Law', 'US-NY,City tax,4.5,2020-01-01,Law'], []],
  [['DE,USt,20,2027-01-01,Law'], [{ place: 'DE', day: '2027-01-01', names: ['VAT', 'USt'] }]],
  [['DE,USt,20,2027-01-01,Law', 'DE,VAT,0,2027-01-01,Law'], []],
  [['DE,USt,20,2027-01-01,Law', 'DE,VAT,0,2028-01-01,Law'], [{ place: 'DE', day: '2027-01-01', names: ['VAT', 'USt'] }]],
])('of the rates %j, %j add up with shipped ones', (lines, expected) => {
  expect(ratesTogether(tableOf(...lines), shippedRates)).toEqual(expected)
})
