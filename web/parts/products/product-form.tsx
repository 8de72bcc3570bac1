import type { ReactNode } from 'react'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { FormFailure } from '../form-failure.tsx'
import { type FormDeclaration, useForm } from '../use-form.ts'
import { type ProductValues, productRefusals, productRules } from './form-values.ts'
import { t } from './messages.ts'
import { type PriceValues, priceForm } from './price-forms.tsx'

/** The state of the form of a product, new or not. */
export function useProductForm<T>(declaration: Omit<FormDeclaration<ProductValues, T>, 'rules' | 'refusals'>) {
  const { locale } = useLanguage()
  return useForm({ ...declaration, rules: productRules(locale), refusals: productRefusals(locale) })
}

/**
 * The form of a product: about, price, metadata. `group` renders a settings group around each; `former` is the price before the edit,
 * null for a new product, whose first field takes the focus.
 */
export function ProductForm(props: {
  form: ReturnType<typeof useProductForm>
  former: PriceValues | null
  group: (group: { title: string; text: ReactNode; children: ReactNode }) => ReactNode
  children: ReactNode
}) {
  const { form, former, group } = props
  const { price, pairs } = form.values
  const { Fields, aboutOf } = priceForm(price.kind)
  return (
    <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" focusFirst={former === null} saveKey>
      {group({
        title: t('form.details'),
        text: t('form.detailsText'),
        children: (
          <Card>
            <CardBody>
              <Field {...form.field('name')} label={t('name')} required>
                <TextInput {...form.text('name')} autoComplete="off" />
              </Field>
              <Field {...form.field('description')} label={t('form.description')} optional>
                <Textarea {...form.text('description')} />
              </Field>
            </CardBody>
          </Card>
        ),
      })}
      {group({
        title: t('form.price'),
        text: former === null ? aboutOf(price) : t('form.priceChangeText'),
        children: (
          <Card>
            <CardBody>
              <Fields {...form.field('price')} former={former} onChange={(price) => form.set({ price })} values={price} />
            </CardBody>
          </Card>
        ),
      })}
      {group({
        title: t('form.metadata'),
        text: t('form.metadataText'),
        children: (
          <Card>
            <CardBody>
              <KeyValueEditor errors={form.rows('pairs')} name="pairs" onChange={(pairs) => form.set({ pairs })} pairs={pairs} />
            </CardBody>
          </Card>
        ),
      })}
      <div className="grid gap-16">
        <FormFailure text={form.failure} />
        {props.children}
      </div>
    </AppForm>
  )
}
