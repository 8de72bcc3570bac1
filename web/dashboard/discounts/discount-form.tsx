import type { ReactNode } from 'react'
import { t } from '#web/parts/discounts/messages.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import type { useForm } from '#web/parts/use-form.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { ProductPicker } from '../product-picker.tsx'
import { type DiscountValues, randomCode } from './discount-values.ts'
import { ValueFields } from './value-fields.tsx'

const maxProducts = 50

/** The form of a discount. */
export type DiscountFormState = ReturnType<typeof useForm<DiscountValues, unknown>>

/**
 * The form of a discount. Type and duration of one that exists are fixed, its value from the first redemption on (`isFrozen`). `children`
 * are its buttons.
 */
export function DiscountForm(props: { form: DiscountFormState; isNew: boolean; isFrozen: boolean; children: ReactNode }) {
  const { form, isNew, isFrozen, children } = props
  const { values } = form
  return (
    <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" focusFirst={isNew} saveKey>
      <Group text={t('form.generalText')} title={t('form.general')}>
        <Field {...form.field('name')} label={t('form.name')} required>
          <TextInput {...form.text('name')} autoComplete="off" />
        </Field>
        <Field {...form.field('code')} hint={t('form.codeHint')} label={t('form.code')} optional>
          <TextInput
            {...form.text('code')}
            after={
              <Button onClick={() => form.set({ code: randomCode() })} variant="quiet">
                {t('form.generate')}
              </Button>
            }
            autoCapitalize="characters"
            autoComplete="off"
            mono
            spellCheck={false}
          />
        </Field>
      </Group>
      <Group text={t(isFrozen ? 'form.frozenText' : 'form.valueText')} title={t('form.value')}>
        <ValueFields form={form} isFrozen={isFrozen} isNew={isNew} />
      </Group>
      <Group text={t('form.limitsText')} title={t('form.limits')}>
        <LimitFields form={form} />
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

/** When and how often it can be redeemed, and for what. */
function LimitFields({ form }: { form: DiscountFormState }) {
  return (
    <>
      <div className="grid items-start gap-16 wide:grid-cols-2">
        <Field {...form.field('startsAt')} label={t('form.startsAt')} optional>
          <TextInput {...form.text('startsAt')} type="datetime-local" />
        </Field>
        <Field {...form.field('endsAt')} label={t('form.endsAt')} optional>
          <TextInput {...form.text('endsAt')} type="datetime-local" />
        </Field>
      </div>
      <Field {...form.field('maxRedemptions')} hint={t('form.maxHint')} label={t('form.maxRedemptions')} optional>
        <TextInput {...form.text('maxRedemptions')} autoComplete="off" inputMode="numeric" numeric />
      </Field>
      <Field {...form.field('products')} hint={t('form.productsHint')} label={t('form.products')} optional>
        <ProductPicker
          chosen={form.values.products}
          label={t('form.products')}
          max={maxProducts}
          name="products"
          onChange={(products) => form.set({ products })}
          placeholder={t('form.addProduct')}
        />
      </Field>
    </>
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
