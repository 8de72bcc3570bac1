import type { Customer } from '#client/index.ts'
import type { AddressValues } from '#web/parts/customers/address-values.ts'
import { t } from '#web/parts/customers/change-messages.ts'
import type { FieldDeclaration } from '#web/shell/form/field.ts'
import { flag, metadata, optionalText, text } from '#web/shell/form/kinds.ts'
import { resourceForm } from '#web/shell/form/resource-form.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { email, filled } from '#web/ui/inputs/rules.ts'

/** The form values of a customer; without a country there is no address. */
export interface CustomerValues extends AddressValues {
  readonly name: string
  readonly email: string
  readonly externalId: string
  readonly taxId: string
  readonly isTaxExempt: boolean
  readonly metadata: readonly Pair[]
}

const lines = ['line1', 'line2', 'postalCode', 'city', 'state'] as const

/** A field of the address; `AddressFields` shows it. */
const addressField = (name: keyof AddressValues): FieldDeclaration<Customer, CustomerValues, string> => ({
  part: 'billingAddress',
  read: (customer) => customer?.billingAddress?.[name] ?? '',
})

/** The form of a customer. */
export const customerForm = resourceForm<Customer, CustomerValues>({
  failed: t('form.failed'),
  note: (changed) => (changed.includes('email') ? t('form.emailNote') : undefined),
  parts: {
    billingAddress: {
      label: t('form.address'),
      write: ({ country, ...values }) =>
        country === '' ? null : { country, ...Object.fromEntries(lines.map((line) => [line, values[line].trim() || null])) },
    },
  },
  fields: {
    name: optionalText({ label: t('form.name'), input: { maxLength: 250 } }),
    email: text({
      label: t('form.email'),
      rule: [filled(t('form.emailMissing')), email(t('form.emailInvalid'))],
      texts: { value_error: t('form.emailTaken'), other: t('form.emailInvalid') },
      input: { inputMode: 'email', type: 'email' },
    }),
    externalId: optionalText({
      label: t('form.externalId'),
      hint: t('form.externalIdHint'),
      texts: { value_error: t('form.externalIdTaken') },
      input: { maxLength: 250, mono: true, spellCheck: false },
    }),
    country: {
      ...addressField('country'),
      rule: (country, values) =>
        country === '' && lines.some((line) => values[line].trim() !== '') ? t('form.countryMissing') : undefined,
    },
    line1: addressField('line1'),
    line2: addressField('line2'),
    postalCode: addressField('postalCode'),
    city: addressField('city'),
    state: addressField('state'),
    taxId: optionalText({
      label: t('form.taxId'),
      hint: t('form.taxIdHint'),
      of: ({ taxId }) => taxId?.[0],
      texts: { value_error: t('form.taxIdInvalid') },
      input: { maxLength: 40, mono: true, spellCheck: false },
    }),
    isTaxExempt: flag({ label: t('form.taxExempt'), hint: t('form.taxExemptHint'), initial: false }),
    metadata: metadata(t),
  },
})
