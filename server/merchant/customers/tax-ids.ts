// Tax ids of customers: which checksum each format has, and the spelling that is stored. Pure.
import { createRequire } from 'node:module'
import type { Validator } from 'stdnum'
import { present } from '#kernel/assert.ts'
import { type Problem, valueProblem } from '#kernel/refusal.ts'
import { taxAreaOf, unionMembers, vatPrefixesOf } from '#kernel/taxes/rates.ts'
import type { TaxId } from './model.ts'
import { taxIdFormats } from './tax-id-formats.ts'

type TaxIdFormat = TaxId[1]

const require = createRequire(import.meta.url)

/** The library of checksums. The first tax id loads it: its 300 files are a seventh of all that a start would load. */
const library = () => require('stdnum') as Pick<typeof import('stdnum'), 'euVat' | 'stdnum'>

/** A tax id as a body states it: with its format, or as text whose format follows from the country of the billing address. */
export type TaxIdInput = string | TaxId

/** Where no checksum of a format is public: letters and digits, at least three of them, with separators. */
const PLAUSIBLE = /^[A-Z0-9](?:[ .\-/]?[A-Z0-9]){2,29}$/

/** The members of the European Union by the prefix of their VAT ids, and Northern Ireland. */
const UNION: readonly string[] = [...unionMembers.flatMap(vatPrefixesOf), 'XI']

/** The checksums of the other formats, as `country.name` of the library: one of them must accept an id. A missing format has no public one. */
const checksums: Readonly<Partial<Record<TaxIdFormat, readonly string[]>>> = {
  ad_nrt: ['AD.nrt'],
  ar_cuit: ['AR.cuit'],
  au_abn: ['AU.abn'],
  bg_uic: ['BG.vat'],
  br_cnpj: ['BR.cnpj'],
  br_cpf: ['BR.cpf'],
  ca_bn: ['CA.bn'],
  ca_gst_hst: ['CA.gst'],
  ca_qst: ['CA.qst'],
  ch_uid: ['CH.uid'],
  ch_vat: ['CH.vat'],
  cl_tin: ['CL.rut'],
  cn_tin: ['CN.uscc', 'CN.ric'],
  co_nit: ['CO.nit'],
  cr_tin: ['CR.cpj', 'CR.cpf', 'CR.cr'],
  de_stn: ['DE.stnr'],
  do_rcn: ['DO.rnc', 'DO.cedula'],
  ec_ruc: ['EC.ruc'],
  es_cif: ['ES.cif', 'ES.nif'],
  gb_vat: ['GB.vat'],
  hr_oib: ['HR.oib'],
  hu_tin: ['HU.anum'],
  id_npwp: ['ID.npwp'],
  il_vat: ['IL.hp', 'IL.idnr'],
  in_gst: ['IN.gstin'],
  is_vat: ['IS.vsk'],
  jp_cn: ['JP.cn'],
  ke_pin: ['KE.pin'],
  kr_brn: ['KR.brn'],
  li_uid: ['CH.uid'],
  mx_rfc: ['MX.rfc'],
  no_vat: ['NO.mva', 'NO.orgnr'],
  nz_gst: ['NZ.ird'],
  pe_ruc: ['PE.ruc'],
  ro_tin: ['RO.cui', 'RO.cnp'],
  rs_pib: ['RS.pib'],
  ru_inn: ['RU.inn'],
  sg_uen: ['SG.uen'],
  si_tin: ['SI.ddv'],
  sv_nit: ['SV.nit'],
  th_vat: ['TH.tin', 'TH.moa'],
  tr_tin: ['TR.vkn', 'TR.tckimlik'],
  tw_vat: ['TW.ubn'],
  us_ein: ['US.ein'],
  uy_ruc: ['UY.rut'],
  ve_rif: ['VE.rif'],
  vn_tin: ['VN.mst'],
  za_vat: ['ZA.vat'],
}

/** A form that the library does not know. `checksum`, as above, is that of the first group; without one the form decides alone. */
interface TaxIdForm {
  readonly form: RegExp
  readonly checksum?: string
}

/** Forms of ids without separators that are in use, and that the checksums above refuse. */
const otherForms: Readonly<Partial<Record<TaxIdFormat, readonly TaxIdForm[]>>> = {
  ar_cuit: [{ form: /^2[56]\d{9}$/ }],
  bg_uic: [{ form: /^[4-8]\d{8}$/ }, { form: /^\d{13}$/ }],
  // A number of the business register with the register or the tax it is used for.
  ch_uid: [{ form: /^(CHE\d{9})(?:HR|RC|MWST|TVA|IVA)$/, checksum: 'CH.uid' }],
  li_uid: [{ form: /^(CHE\d{9})(?:HR|RC|MWST|TVA|IVA)$/, checksum: 'CH.uid' }],
  // Natural persons without an identity card, and foreigners.
  cr_tin: [{ form: /^1\d{9,11}$/ }],
  // Numbers of private companies and of foreigners are issued without a check digit.
  ec_ruc: [{ form: /^(?:0[1-9]|1\d|2[0-4]|30|50)[69]\d{7}\d{2}[1-9]$/ }],
  // The number with the code of the kind of taxation and that of the county.
  hu_tin: [{ form: /^(\d{8})[1-5]\d{2}$/, checksum: 'HU.anum' }],
  // Sixteen digits since 2024: the identity number of a person, or 0 and the older number; 22 of a branch.
  id_npwp: [{ form: /^\d{16}(?:\d{6})?$/ }],
  // Ladakh, other territories and the centre; and ids of non-residents, embassies and deductors.
  in_gst: [{ form: /^(?:38|97|99)[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}$/ }, { form: /^\d{4}[A-Z]{3}\d{5}[A-Z]{2}[A-Z\d]$/ }],
  // Nine digits of the identity document, which replaces the fourteen of persons since 2022.
  sv_nit: [{ form: /^\d{9}$/ }],
  // Since 2023 a weaker checksum.
  tw_vat: [{ form: /^\d{8}$/ }],
  // No checksum, and new prefixes from time to time.
  us_ein: [{ form: /^\d{9}$/ }],
  uy_ruc: [{ form: /^2[2-9]\d{6}001\d$/ }],
  ve_rif: [{ form: /^C\d{9}$/ }],
  // The identity number of a person, which replaces their tax number since 2025.
  vn_tin: [{ form: /^\d{12}$/ }],
}

/** The same of VAT ids of the European Union, without their prefix. */
const otherUnionForms: Readonly<Record<string, readonly TaxIdForm[]>> = {
  // The library refuses all that begin with 4 to 8: older companies, and persons by their year of birth.
  BG: [{ form: /^[4-8]\d{8,9}$/ }],
  // The library computes the checksum of persons without a birth number wrongly.
  CZ: [{ form: /^6\d{8}$/ }],
  // Codes of persons that name no day of birth, since 2017.
  LV: [{ form: /^3[2-9]\d{9}$/ }],
  // Natural persons.
  SK: [{ form: /^1\d{9}$/ }],
}

/** The tax id as it is stored, or why it is refused. */
export type TaxIdResult = { readonly taxId: TaxId } | { readonly problem: Problem }

/**
 * The stored spelling of a tax id: without separators, with the country prefix of a VAT id of the European Union. `country` (ISO 3166-1
 * alpha-2) decides the format of an id without one, and the prefix of a VAT id that lacks it. `loc` is where a problem is reported.
 */
export function parseTaxId(
  input: TaxIdInput,
  { country, loc }: { readonly country: string | null; readonly loc: readonly (string | number)[] },
): TaxIdResult {
  const [entered, formats] = typeof input === 'string' ? [input, formatsOf(input, country)] : [input[0], [input[1]]]
  if (formats.length === 0) return { problem: valueProblem(loc, 'A tax id without a format needs a billing address.') }
  for (const format of formats) {
    const value = canonicalValue(entered, format, country)
    if (value !== undefined) return { taxId: [value, format] }
  }
  return { problem: valueProblem(loc, 'This is not a valid tax id.') }
}

/** The formats that an id of this country can have, VAT ids of the European Union first. */
function formatsOf(value: string, country: string | null): readonly TaxIdFormat[] {
  const places = country === null ? [] : new Set([country, taxAreaOf(country)]).values().toArray()
  const own = places.flatMap((place) => taxIdFormats.filter((format) => format.startsWith(`${place.toLowerCase()}_`)))
  return unionPrefixes(compact(value), country).length > 0 ? ['eu_vat', ...own] : own
}

function canonicalValue(entered: string, format: TaxIdFormat, country: string | null): string | undefined {
  if (format === 'eu_vat') return canonicalVatId(compact(entered), country)
  const value = entered.trim().toUpperCase()
  const names = checksums[format]
  if (!names) return PLAUSIBLE.test(value) ? value : undefined
  const known = names.map((name) => acceptedValue(validatorOf(name), value)).find((accepted) => accepted !== undefined)
  if (known !== undefined) return known
  return PLAUSIBLE.test(value) ? valueOfForm(compact(value), otherForms[format]) : undefined
}

function valueOfForm(value: string, forms: readonly TaxIdForm[] = []): string | undefined {
  const isOfForm = ({ form, checksum }: TaxIdForm) => {
    const match = form.exec(value)
    return match !== null && (checksum === undefined || acceptedValue(validatorOf(checksum), match[1] ?? '') !== undefined)
  }
  return forms.some(isOfForm) ? value : undefined
}

/** The spelling of the library without separators; undefined for what is no such id. It throws for some texts that are too short. */
function acceptedValue(validator: Validator, value: string): string | undefined {
  try {
    const result = validator.validate(value)
    return result.isValid ? result.compact : undefined
  } catch {
    return undefined
  }
}

function canonicalVatId(value: string, country: string | null): string | undefined {
  for (const prefix of unionPrefixes(value, country)) {
    const hasPrefix = value.startsWith(prefix) || (prefix === 'EL' && value.startsWith('GR'))
    const bare = hasPrefix ? value.slice(2) : value
    const accepted = acceptedValue(unionValidator(prefix), bare) ?? valueOfForm(bare, otherUnionForms[prefix])
    if (accepted !== undefined) return `${prefix}${accepted}`
  }
  return undefined
}

/** The prefixes that a VAT id of the European Union can have: the one it begins with, then that of the country. */
function unionPrefixes(value: string, country: string | null): readonly string[] {
  const stated = [value.slice(0, 2), country === null ? '' : taxAreaOf(country)].map((prefix) => (prefix === 'GR' ? 'EL' : prefix))
  return [...new Set(stated)].filter((prefix) => UNION.includes(prefix))
}

function unionValidator(prefix: string): Validator {
  if (prefix === 'XI') return validatorOf('GB.vat')
  return present(library().euVat[prefix === 'EL' ? 'GR' : prefix]?.[0], 'The checksum of a VAT id')
}

function validatorOf(name: string): Validator {
  const [country = '', id = ''] = name.split('.')
  return present(library().stdnum[country]?.[id], 'The checksum of a tax id')
}

function compact(value: string): string {
  return value.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
