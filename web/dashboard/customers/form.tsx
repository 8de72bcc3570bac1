import type { Customer } from '#client/index.ts'
import { AddressFields } from '#web/parts/customers/address-fields.tsx'
import { t } from '#web/parts/customers/change-messages.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { t as customerText } from '#web/parts/customers/messages.ts'
import { CustomerPill } from '#web/parts/customers/status.tsx'
import { FormField, FormGroup } from '#web/shell/form/form-field.tsx'
import type { FieldsProps, FormPage } from '#web/shell/form/form-page.tsx'
import { type CustomerValues, customerForm } from './fields.ts'

/** The pages that create a customer, before its first purchase, and edit one. */
export const customerPage: FormPage<Customer, CustomerValues> = {
  t,
  form: customerForm,
  call: 'customers',
  refreshes: ['orders'],
  list: '/customers',
  title: customerText('title'),
  first: 'email',
  nameOf,
  status: (customer) => <CustomerPill customer={customer} />,
  done: (customer, isNew) => t(isNew ? 'form.created' : 'form.saved', { name: nameOf(customer) }),
  Fields,
}

/** An external id that is set is fixed. */
function Fields({ form, resource }: FieldsProps<Customer, CustomerValues>) {
  const hasExternalId = resource !== null && resource.externalId !== null
  return (
    <>
      <FormGroup text={t('form.generalText')} title={t('form.general')}>
        <FormField form={form} name="email" />
        <FormField form={form} name="name" />
        <FormField
          disabled={hasExternalId}
          form={form}
          name="externalId"
          optional={!hasExternalId}
          {...(hasExternalId && { hint: t('form.externalIdFixed') })}
        />
      </FormGroup>
      <FormGroup text={t('form.billingText')} title={t('form.address')}>
        <AddressFields form={form} maxLength={250} needs="nothing" />
        <FormField form={form} name="taxId" />
        <FormField form={form} name="isTaxExempt" />
      </FormGroup>
    </>
  )
}
