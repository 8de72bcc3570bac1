import type { CheckoutLink } from '#client/index.ts'
import { linkName } from '#web/parts/checkout-links/link-name.ts'
import { t } from '#web/parts/checkout-links/messages.ts'
import { discountText } from '#web/parts/discounts/labels.ts'
import { ResourceCombobox, useSearch } from '#web/parts/resource-combobox.tsx'
import { useMay } from '#web/shell/access/permission.ts'
import { FormField, FormGroup } from '#web/shell/form/form-field.tsx'
import type { FieldsProps, FormPage } from '#web/shell/form/form-page.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { ProductPicker } from '../product-picker.tsx'
import { type LinkValues, linkForm } from './fields.ts'

const maxProducts = 10

type LinkFields = FieldsProps<CheckoutLink, LinkValues>

/** The pages that create and edit a checkout link. */
export const linkPage: FormPage<CheckoutLink, LinkValues> = {
  t,
  form: linkForm,
  call: 'checkoutLinks',
  list: '/checkout-links',
  title: t('title'),
  first: 'products',
  nameOf: linkName,
  done: (_, isNew) => t(isNew ? 'form.created' : 'form.saved'),
  Fields,
}

function Fields({ form }: LinkFields) {
  return (
    <>
      <FormGroup text={t('form.generalText')} title={t('form.general')}>
        <FormField form={form} name="products">
          <ProductPicker
            chosen={form.values.products}
            isOrdered
            label={t('form.products')}
            max={maxProducts}
            name="products"
            onChange={(products) => form.set({ products })}
            placeholder={t('form.addProduct')}
          />
        </FormField>
        <FormField form={form} name="label" />
      </FormGroup>
      <FormGroup text={t('form.checkoutText')} title={t('form.checkout')}>
        <DiscountField form={form} />
        <FormField form={form} name="allowDiscountCodes" />
        <FormField form={form} name="requireBillingAddress" />
        <FormField form={form} name="successUrl" />
      </FormGroup>
    </>
  )
}

function DiscountField({ form }: Pick<LinkFields, 'form'>) {
  const { id } = useOrganization()
  const { locale } = useLanguage()
  const may = useMay()
  const search = useSearch('discounts', { organizationId: id, sorting: ['name'] }, may('discounts:read'))
  return (
    <FormField form={form} name="discount">
      <ResourceCombobox
        chosen={form.values.discount}
        items={search.items}
        name="discount"
        onChange={(discount) => form.set({ discount })}
        optionOf={(discount) => ({ label: discount.name, text: discountText(discount, locale) })}
        placeholder={t('form.chooseDiscount')}
        search={search}
      />
    </FormField>
  )
}
