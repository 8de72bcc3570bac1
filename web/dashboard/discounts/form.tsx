import type { Discount } from '#client/index.ts'
import { t } from '#web/parts/discounts/messages.ts'
import { DiscountPill } from '#web/parts/discounts/status.tsx'
import { FormField, FormGroup } from '#web/shell/form/form-field.tsx'
import type { FieldsProps, FormPage } from '#web/shell/form/form-page.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ProductPicker } from '../product-picker.tsx'
import { type DiscountValues, discountForm, randomCode } from './fields.ts'
import { ValueFields } from './value-fields.tsx'

const maxProducts = 50

/** The pages that create and edit a discount. */
export const discountPage: FormPage<Discount, DiscountValues> = {
  t,
  form: discountForm,
  call: 'discounts',
  list: '/discounts',
  title: t('title'),
  first: 'name',
  nameOf: ({ name }) => name,
  status: (discount) => <DiscountPill discount={discount} />,
  done: ({ name }, isNew) => t(isNew ? 'form.created' : 'form.saved', { name }),
  Fields,
}

/** Its value is fixed from the first redemption on. */
function Fields({ form, resource }: FieldsProps<Discount, DiscountValues>) {
  const isFrozen = resource !== null && resource.redemptionsCount > 0
  return (
    <>
      <FormGroup text={t('form.generalText')} title={t('form.general')}>
        <FormField form={form} name="name" />
        <FormField
          after={
            <Button onClick={() => form.set({ code: randomCode() })} variant="quiet">
              {t('form.generate')}
            </Button>
          }
          form={form}
          name="code"
        />
      </FormGroup>
      <FormGroup text={t(isFrozen ? 'form.frozenText' : 'form.valueText')} title={t('form.value')}>
        <ValueFields form={form} isFrozen={isFrozen} isNew={resource === null} />
      </FormGroup>
      <FormGroup text={t('form.limitsText')} title={t('form.limits')}>
        <div className="grid items-start gap-16 wide:grid-cols-2">
          <FormField form={form} name="startsAt" />
          <FormField form={form} name="endsAt" />
        </div>
        <FormField form={form} name="maxRedemptions" />
        <FormField form={form} name="products">
          <ProductPicker
            chosen={form.values.products}
            label={t('form.products')}
            max={maxProducts}
            name="products"
            onChange={(products) => form.set({ products })}
            placeholder={t('form.addProduct')}
          />
        </FormField>
      </FormGroup>
    </>
  )
}
