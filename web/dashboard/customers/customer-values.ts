import type { Customer, CustomerCreate, CustomerUpdate } from '#client/index.ts'
import { errorText } from '#web/error-text.ts'
import { type AddressValues, addressValuesOf } from '#web/parts/customers/address-values.ts'
import { t } from '#web/parts/customers/change-messages.ts'
import { type FaultTable, faultText } from '#web/parts/field-faults.ts'
import { isSameMetadata, metadataOf, pairsOf, uniqueKeys } from '#web/parts/metadata.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { email, filled, type Rules } from '#web/ui/inputs/rules.ts'

/** The form values of a customer; without a country there is no address. */
export interface CustomerValues extends AddressValues {
  readonly name: string
  readonly email: string
  readonly externalId: string
  readonly taxId: string
  readonly isTaxExempt: boolean
  readonly pairs: readonly Pair[]
}

/** The form values of a customer, or of a new one. */
export function valuesOf(customer: Customer | null): CustomerValues {
  return {
    name: customer?.name ?? '',
    email: customer?.email ?? '',
    externalId: customer?.externalId ?? '',
    ...addressValuesOf(customer?.billingAddress),
    taxId: customer?.taxId?.[0] ?? '',
    isTaxExempt: customer?.isTaxExempt ?? false,
    pairs: pairsOf(customer?.metadata ?? {}),
  }
}

const addressFields = ['line1', 'line2', 'postalCode', 'city', 'state'] as const

/** What must hold for the form. */
export const customerRules: Rules<CustomerValues> = {
  email: [filled(t('form.emailMissing')), email(t('form.emailInvalid'))],
  country: (country, values) =>
    country === '' && addressFields.some((field) => values[field].trim() !== '') ? t('form.countryMissing') : undefined,
  pairs: uniqueKeys({ missing: t('form.keyMissing'), duplicate: t('form.keyDuplicate') }),
}

/** What the refusals of the server mean. */
export const customerRefusals = ({ pairs }: CustomerValues): FaultTable<keyof CustomerValues> => ({
  paths: {
    external_id: 'externalId',
    'billing_address.country': 'country',
    'billing_address.state': 'state',
    'billing_address.line1': 'line1',
    'billing_address.line2': 'line2',
    'billing_address.postal_code': 'postalCode',
    'billing_address.city': 'city',
    tax_id: 'taxId',
    metadata: 'pairs',
  },
  texts: {
    email: { value_error: t('form.emailTaken'), other: t('form.emailInvalid') },
    externalId: { value_error: t('form.externalIdTaken') },
    taxId: { value_error: t('form.taxIdInvalid') },
    pairs: (fault) => {
      const pair = pairs.find(({ key }) => fault.path === `metadata.${key.trim()}`) ?? pairs[0]
      return pair === undefined ? faultText(fault) : { [pair.id]: faultText(fault) }
    },
  },
  text: (error) => `${t('form.failed')} ${errorText(error)}`,
})

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim())

const sentOf = (values: CustomerValues) => ({
  name: textOrNull(values.name),
  email: values.email.trim(),
  externalId: textOrNull(values.externalId),
  billingAddress:
    values.country === ''
      ? null
      : {
          country: values.country,
          line1: textOrNull(values.line1),
          line2: textOrNull(values.line2),
          postalCode: textOrNull(values.postalCode),
          city: textOrNull(values.city),
          state: textOrNull(values.state),
        },
  taxId: textOrNull(values.taxId),
  isTaxExempt: values.isTaxExempt,
})

/** The body of the create request. */
export const creationOf = (values: CustomerValues, organizationId: string): CustomerCreate => ({
  organizationId,
  ...sentOf(values),
  metadata: metadataOf(values.pairs, {}),
})

/** The body of the update request: only changed fields. */
export function changesOf(values: CustomerValues, customer: Customer): CustomerUpdate {
  const before: Readonly<Record<string, unknown>> = sentOf(valuesOf(customer))
  const changed = Object.entries(sentOf(values)).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]))
  return {
    ...Object.fromEntries(changed),
    ...(!isSameMetadata(values.pairs, customer.metadata) && { metadata: metadataOf(values.pairs, customer.metadata) }),
  }
}

const labels = {
  name: 'form.name',
  email: 'form.email',
  externalId: 'form.externalId',
  billingAddress: 'form.address',
  taxId: 'form.taxId',
  isTaxExempt: 'form.taxExempt',
  metadata: 'form.metadata',
} as const

/** The labels of the changed fields. */
export const changedLabels = (changes: object): readonly string[] =>
  Object.keys(changes).flatMap((field) => (Object.hasOwn(labels, field) ? [t(labels[field as keyof typeof labels])] : []))
