import type { Merchant, MerchantUpdate } from '#client/types.ts'
import { type AddressValues, addressValuesOf } from '#web/parts/customers/address-values.ts'
import { t } from '#web/parts/invoices/messages.ts'
import type { MerchantSection } from './merchant-form.tsx'

export interface SellerValues extends AddressValues {
  readonly legalName: string
  readonly taxId: string
  readonly registrationNumber: string
  readonly invoiceNote: string
}

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The details by which invoices and credit notes name an organization. */
export const invoicesSection = (): MerchantSection<SellerValues> => ({
  valuesOf: ({ businessDetails: { address, ...details } }) => ({
    legalName: details.legalName ?? '',
    taxId: details.taxId ?? '',
    registrationNumber: details.registrationNumber ?? '',
    invoiceNote: details.invoiceNote ?? '',
    ...addressValuesOf(address),
  }),
  changesOf,
  rules: {},
  refusals: {
    paths: { 'business_details.address.country': 'country', 'business_details.address.state': 'state' },
    texts: { country: { other: t('business.addressFault') }, state: { other: t('business.addressFault') } },
  },
  labels: { businessDetails: t('business.title') },
})

function changesOf(values: SellerValues, { businessDetails: former }: Merchant): MerchantUpdate {
  const { legalName, taxId, registrationNumber, invoiceNote, ...place } = values
  const texts = {
    legalName: textOrNull(legalName),
    taxId: textOrNull(taxId),
    registrationNumber: textOrNull(registrationNumber),
    invoiceNote: textOrNull(invoiceNote),
  }
  const address = place.country === '' ? null : addressOf(place)
  const changed = Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== Reflect.get(former, name)))
  const isMoved = JSON.stringify(address) !== JSON.stringify(former.address && addressOf(former.address))
  const businessDetails = { ...changed, ...(isMoved && { address }) }
  return Object.keys(businessDetails).length === 0 ? {} : { businessDetails }
}

type Place = Readonly<Record<'line1' | 'line2' | 'postalCode' | 'city' | 'state', string | null>> & { readonly country: string }

function addressOf({ line1, line2, postalCode, city, state, country }: Place) {
  const [first, second, code] = [textOrNull(line1 ?? ''), textOrNull(line2 ?? ''), textOrNull(postalCode ?? '')]
  return { line1: first, line2: second, postalCode: code, city: textOrNull(city ?? ''), state: textOrNull(state ?? ''), country }
}
