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
  ['a Hungarian tax number', ['12345676-2-41', 'hu_tin'], null, '12345676241'],
  ['an Indonesian number of sixteen digits', ['0012345674091000', 'id_npwp'], null, '0012345674091000'],
  ['an Indonesian number of fifteen digits', ['01.234.567.4-091.000', 'id_npwp'], null, '012345674091000'],
  ['a Vietnamese identity number', ['001084012345', 'vn_tin'], null, '001084012345'],
  ['a Bulgarian VAT id of a person', ['BG7501010010', 'eu_vat'], null, 'BG7501010010'],
  ['a Bulgarian VAT id of an older company', ['BG831641791', 'eu_vat'], null, 'BG831641791'],
  ['a Czech VAT id of a person without a birth number', ['CZ612345670', 'eu_vat'], null, 'CZ612345670'],
  ['a Latvian VAT id of a person by a new code', ['LV32123456789', 'eu_vat'], null, 'LV32123456789'],
  ['a Slovak VAT id of a natural person', ['SK1020304050', 'eu_vat'], null, 'SK1020304050'],
  ['a Swiss business id with its register', ['CHE-116.281.710 HR', 'ch_uid'], null, 'CHE116281710HR'],
  ['a business id of Liechtenstein with its tax', ['CHE-116.281.710 MWST', 'li_uid'], null, 'CHE116281710MWST'],
  ['a Bulgarian number of a branch', ['8316417910123', 'bg_uic'], null, '8316417910123'],
  ['an Argentine number with a newer prefix', ['25-12345678-9', 'ar_cuit'], null, '25123456789'],
  ['a Costa Rican number of a foreigner', ['155812345678', 'cr_tin'], null, '155812345678'],
  ['an Ecuadorian number without a check digit', ['0993371234001', 'ec_ruc'], null, '0993371234001'],
  ['an Indian number of Ladakh', ['38AAACB1234C1ZV', 'in_gst'], null, '38AAACB1234C1ZV'],
  ['an Indian number of a non-resident', ['9917USA29001OSC', 'in_gst'], null, '9917USA29001OSC'],
  ['a Salvadoran identity number', ['01234567-8', 'sv_nit'], null, '012345678'],
  ['a Taiwanese number of the newer checksum', ['00000005', 'tw_vat'], null, '00000005'],
  ['an American employer id with a new prefix', ['96-1234567', 'us_ein'], null, '961234567'],
  ['a Uruguayan number with a new prefix', ['221234560019', 'uy_ruc'], null, '221234560019'],
  ['a Brazilian number with letters', ['12.ABC.345/01DE-35', 'br_cnpj'], null, '12ABC34501DE35'],
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
  ['a Hungarian tax number whose company part has a wrong check digit', ['12345677-2-41', 'hu_tin'], null],
  ['a Swiss business id with its register and a wrong check digit', ['CHE-116.281.711 HR', 'ch_uid'], null],
  ['a Vietnamese number of eleven digits', ['00108401234', 'vn_tin'], null],
  ['sixteen digits between markup', ['<0012345674091000>', 'id_npwp'], null],
  ['a Bulgarian VAT id of eight digits', ['BG75010100', 'eu_vat'], null],
  ['an empty text', '', 'DE'],
  ['text that no format of the country accepts', '136695975', 'DE'],
])('%s is refused at its field', (_, input, country) => {
  expect(parsed(input, country)).toMatchObject({ problem: { loc: LOC, msg: 'This is not a valid tax id.' } })
})

test.each<[string, string | null, TaxId]>([
  ['DE136695976', null, ['DE136695976', 'eu_vat']],
  ['136695976', 'DE', ['DE136695976', 'eu_vat']],
  ['980780684', 'GB', ['980780684', 'gb_vat']],
  ['GB980780684', 'IM', ['980780684', 'gb_vat']],
  ['XI980780684', 'GB', ['XI980780684', 'eu_vat']],
  ['40303265045', 'MC', ['FR40303265045', 'eu_vat']],
  ['FR40303265045', 'MC', ['FR40303265045', 'eu_vat']],
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
