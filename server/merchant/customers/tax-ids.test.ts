import { expect, test } from 'vitest'
import type { TaxId } from './model.ts'
import { taxIdFormats } from './tax-id-formats.ts'
import { parseTaxId } from './tax-ids.ts'

const LOC = ['body', 'tax_id']
const parsed = (input: string | TaxId, country: string | null = null) => parseTaxId(input, { country, loc: LOC })

test.each<[string, TaxId, string | null, string]>([
  ['a German VAT id', ['DE136695976', 'eu_vat'], null, 'DE136695976'],
  ['a VAT id with separators and small letters', ['de 136.695-976', 'eu_vat'], null, 'DE136695976'],
  ['a VAT id without its prefix, by the country', ['136695976', 'eu_vat'], 'DE', 'DE136695976'],
  ['an Austrian VAT id', ['ATU13585627', 'eu_vat'], 'AT', 'ATU13585627'],
  ['a Greek VAT id with the code of the country', ['GR023456780', 'eu_vat'], 'GR', 'EL023456780'],
  ['a French VAT id', ['FR 40 303 265 045', 'eu_vat'], 'FR', 'FR40303265045'],
  ['a Dutch VAT id', ['NL4495445B01', 'eu_vat'], null, 'NL004495445B01'],
  ['a Northern Irish VAT id', ['XI980780684', 'eu_vat'], null, 'XI980780684'],
  ['a British VAT id', ['GB 980 7806 84', 'gb_vat'], null, '980780684'],
  ['an American employer id', ['91-1144442', 'us_ein'], 'US', '911144442'],
  ['an Australian business number', ['83 914 571 673', 'au_abn'], null, '83914571673'],
  ['a Swiss business id', ['CHE-100.155.212', 'ch_uid'], null, 'CHE100155212'],
  ['an id of a format without a public checksum', [' hk-12345678 ', 'hk_br'], null, 'HK-12345678'],
])('%s is stored without separators', (_, input, country, value) => {
  expect(parsed(input, country)).toEqual({ taxId: [value, input[1]] })
})

test.each<[string, string | TaxId, string | null]>([
  ['a wrong check digit', ['DE136695975', 'eu_vat'], null],
  ['no country of the European Union', ['US911144442', 'eu_vat'], null],
  ['another format than the id has', ['DE136695976', 'us_ein'], null],
  ['markup instead of an id', ['<b>12345</b>', 'hk_br'], null],
  ['two characters', ['12', 'hk_br'], null],
  ['an empty text', '', 'DE'],
  ['text that no format of the country accepts', '136695975', 'DE'],
])('%s is refused at its field', (_, input, country) => {
  expect(parsed(input, country)).toMatchObject({ problem: { loc: LOC, msg: 'This is not a valid tax id.' } })
})

test.each<[string, string | null, TaxId]>([
  ['DE136695976', null, ['DE136695976', 'eu_vat']],
  ['136695976', 'DE', ['DE136695976', 'eu_vat']],
  ['980780684', 'GB', ['980780684', 'gb_vat']],
  ['91-1144442', 'US', ['911144442', 'us_ein']],
])('the format of %s follows from its prefix or the country %s', (input, country, taxId) => {
  expect(parsed(input, country)).toEqual({ taxId })
})

test('text without a format and without a country needs the address', () => {
  expect(parsed('91-1144442')).toMatchObject({ problem: { msg: 'A tax id without a format needs a billing address.' } })
})

const UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

test.each(['?', '+', '', '-', 'A', 'NL', '1.', ' ', '\u{1F600}'])('%j is no tax id of any format or country', (text) => {
  for (const format of taxIdFormats) expect(parsed([text, format]), format).toMatchObject({ problem: { loc: LOC } })
  for (const country of UNION) expect(parsed(text, country), country).toMatchObject({ problem: { loc: LOC } })
})
