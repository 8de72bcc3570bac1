import type { ReactNode } from 'react'
import { t } from '#web/parts/checkout-links/messages.ts'
import { discountText } from '#web/parts/discounts/labels.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { ResourceCombobox, useSearch } from '#web/parts/resource-combobox.tsx'
import type { useForm } from '#web/parts/use-form.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { ProductPicker } from '../product-picker.tsx'
import type { LinkValues } from './link-values.ts'

const maxProducts = 10

type LinkFormState = ReturnType<typeof useForm<LinkValues, unknown>>

/** The form of a checkout link. `children` are its buttons. */
export function LinkForm({ form, isNew, children }: { form: LinkFormState; isNew: boolean; children: ReactNode }) {
  const { values } = form
  return (
    <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" focusFirst={isNew} saveKey>
      <Group text={t('form.generalText')} title={t('form.general')}>
        <Field {...form.field('products')} label={t('form.products')} required>
          <ProductPicker
            chosen={values.products}
            isOrdered
            label={t('form.products')}
            max={maxProducts}
            name="products"
            onChange={(products) => form.set({ products })}
            placeholder={t('form.addProduct')}
          />
        </Field>
        <Field {...form.field('label')} hint={t('form.labelHint')} label={t('form.label')} optional>
          <TextInput {...form.text('label')} autoComplete="off" />
        </Field>
      </Group>
      <Group text={t('form.checkoutText')} title={t('form.checkout')}>
        <DiscountField form={form} />
        <Checkbox
          checked={values.allowDiscountCodes}
          label={t('form.allowCodes')}
          onChange={(event) => form.set({ allowDiscountCodes: event.target.checked })}
        />
        <Checkbox
          checked={values.requireBillingAddress}
          hint={t('form.requireAddressHint')}
          label={t('form.requireAddress')}
          onChange={(event) => form.set({ requireBillingAddress: event.target.checked })}
        />
        <Field {...form.field('successUrl')} hint={t('form.successHint')} label={t('form.successUrl')} optional>
          <TextInput {...form.text('successUrl')} autoComplete="off" inputMode="url" placeholder="https://" type="url" />
        </Field>
      </Group>
      <Group text={t('form.metadataText')} title={t('form.metadata')}>
        <KeyValueEditor errors={form.rows('pairs')} name="pairs" onChange={(pairs) => form.set({ pairs })} pairs={values.pairs} />
      </Group>
      <div className="grid gap-16">
        <FormFailure text={form.failure} />
        {children}
      </div>
    </AppForm>
  )
}

function DiscountField({ form }: { form: LinkFormState }) {
  const { id } = useOrganization()
  const { locale } = useLanguage()
  const may = useMay()
  const search = useSearch('discounts', { organizationId: id, sorting: ['name'] }, may('discounts:read'))
  return (
    <Field {...form.field('discount')} hint={t('form.discountHint')} label={t('form.discount')} optional>
      <ResourceCombobox
        chosen={form.values.discount}
        items={search.items}
        name="discount"
        onChange={(discount) => form.set({ discount })}
        optionOf={(discount) => ({ label: discount.name, text: discountText(discount, locale) })}
        placeholder={t('form.chooseDiscount')}
        search={search}
      />
    </Field>
  )
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <SettingsGroup text={text} title={title}>
      <Card>
        <CardBody>{children}</CardBody>
      </Card>
    </SettingsGroup>
  )
}
