import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { shippedRates } from '#kernel/taxes/rates.ts'
import { readSettings, type SettingsFault } from '../config.ts'
import { settingWarnings } from './warnings.ts'

const HEADER = 'place,name,rate_percent,valid_from,source\n'
const folder = mkdtempSync(join(tmpdir(), 'guildhall-rates-'))
const path = join(folder, 'rates.csv')
afterAll(() => rmSync(folder, { recursive: true }))

function readWith(content: string | Buffer) {
  writeFileSync(path, content)
  return readSettings({ TAX_RATES_FILE: path })
}

function faultsOf(file: string): readonly string[] {
  try {
    readSettings({ TAX_RATES_FILE: file })
    return []
  } catch (error) {
    return (error as SettingsFault).faults
  }
}

test('the shipped rates count by default', () => {
  expect(readSettings({}).TAX_RATES_FILE).toBe(shippedRates)
})

test('the version names the file', () => {
  const content = `${HEADER}DE,VAT,20,2027-01-01,Law\n`
  const { version, places } = readWith(content).TAX_RATES_FILE
  expect(version).toBe(`2026-11-26+${createHash('sha256').update(content).digest('hex').slice(0, 8)}`)
  expect(places['DE']?.at(-1)).toEqual({ name: 'VAT', ratePpm: 200_000, validFrom: '2027-01-01', source: 'Law' })
})

test('the faults of a file refuse the start, with line and column', () => {
  writeFileSync(path, `${HEADER}DE,VAT,a lot,2027-01-01,Law\n`)
  expect(faultsOf(path)).toEqual([
    `TAX_RATES_FILE names a file with faults: line 2, column rate_percent: "a lot" must be a number from 0 to 100 with at most 4 decimal places, such as 19 or 8.875 (it is ${JSON.stringify(path)}).`,
  ])
  writeFileSync(path, `${HEADER}${'DE\n'.repeat(7)}`)
  expect(faultsOf(path)).toEqual([expect.stringMatching(/: line 2 must have .*; line 6 must have [^;]*; and 2 more /)])
})

test('the setting names a file that can be read, of at most a megabyte', () => {
  expect(faultsOf(join(folder, 'none.csv'))).toEqual([expect.stringMatching(/^TAX_RATES_FILE must name a file that can be read \(it is /)])
  expect(faultsOf(folder)).toEqual([expect.stringMatching(/^TAX_RATES_FILE must name a file that can be read /)])
  writeFileSync(path, HEADER.padEnd(1024 * 1024 + 1, '\n'))
  expect(faultsOf(path)).toEqual([expect.stringMatching(/^TAX_RATES_FILE must name a file of at most 1048576 bytes /)])
  expect(readWith(HEADER.padEnd(1024 * 1024, '\n')).TAX_RATES_FILE.places).toEqual(shippedRates.places)
})

test('a rate that adds up with a shipped one is a warning', () => {
  const warned = settingWarnings(readWith(`${HEADER}DE,USt,20,2027-01-01,Law\n`))
  expect(warned).toEqual([
    {
      sentence:
        'TAX_RATES_FILE has taxes that are due besides shipped ones, since they have other names: VAT and USt in DE from 2027-01-01.',
      values: { TAX_RATES_FILE: '2026-11-26+c59be305' },
    },
  ])
  expect(settingWarnings(readWith(`${HEADER}DE,VAT,20,2027-01-01,Law\n`))).toEqual([])
})
