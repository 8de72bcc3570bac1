import type { ReactNode } from 'react'
import type { Product } from '#client/index.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { type FormDeclaration, useForm } from '#web/parts/use-form.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import type { SectionForm } from './section.ts'
import { type ProductValues, productRefusals, productRules, sections } from './sections.ts'

/** The state of the form of a product, new or not. */
export function useProductForm<T>(declaration: Omit<FormDeclaration<ProductValues, T>, 'rules' | 'refusals'>) {
  const { locale } = useLanguage()
  return useForm({ ...declaration, rules: productRules(locale), refusals: productRefusals(locale) })
}

/**
 * The form of a product, section by section. `product` and `former`, its values before the edit, are null for a new one, whose first field
 * takes the focus.
 */
export function ProductForm(props: {
  form: ReturnType<typeof useProductForm>
  product: Product | null
  former: ProductValues | null
  children: ReactNode
}) {
  const { form, product, former } = props
  return (
    <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" focusFirst={product === null} saveKey>
      {sections.map(({ title, text, Fields }) => (
        <SettingsGroup key={title()} text={text(form.values, product)} title={title()}>
          <Card>
            <CardBody>
              <Fields form={form as unknown as SectionForm<object>} former={former} product={product} />
            </CardBody>
          </Card>
        </SettingsGroup>
      ))}
      <div className="grid gap-16">
        <FormFailure text={form.failure} />
        {props.children}
      </div>
    </AppForm>
  )
}
