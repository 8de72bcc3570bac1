import type { Product } from '#client/index.ts'
import { t } from '#web/parts/products/messages.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import type { ProductSection, SectionProps } from './section.ts'

interface GeneralValues {
  readonly name: string
  readonly description: string
  readonly taxCode: TaxCode
}

type TaxCode = Product['taxCode']

const shortestName = 3
const taxCodes: readonly TaxCode[] = ['standard', 'exempt']

/** The details of a product that buyers see: its name and description, and whether it is taxed. */
export const general: ProductSection<GeneralValues> = {
  title: () => t('form.details'),
  text: () => t('form.detailsText'),
  valuesOf: (product) => ({
    name: product?.name ?? '',
    description: product?.description ?? '',
    taxCode: product?.taxCode ?? 'standard',
  }),
  rules: () => ({ name: (name) => (name.trim().length < shortestName ? t('form.nameMissing') : undefined) }),
  creationOf: ({ name, description, taxCode }) => ({ name: name.trim(), description: textOrNull(description), taxCode }),
  changesOf: ({ name, description, taxCode }, product) => ({
    ...(name.trim() !== product.name && { name: name.trim() }),
    ...(description.trim() !== (product.description ?? '').trim() && { description: textOrNull(description) }),
    ...(taxCode !== product.taxCode && { taxCode }),
  }),
  labels: { name: () => t('name'), description: () => t('form.description'), taxCode: () => t('tax') },
  reach: 'buyers',
  Fields: GeneralFields,
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

function GeneralFields({ form }: SectionProps<GeneralValues>) {
  return (
    <>
      <Field {...form.field('name')} label={t('name')} required>
        <TextInput {...form.text('name')} autoComplete="off" />
      </Field>
      <Field {...form.field('description')} label={t('form.description')} optional>
        <Textarea {...form.text('description')} />
      </Field>
      <Field {...form.field('taxCode')} hint={t('form.taxHint')} label={t('tax')}>
        <Select name="taxCode" onChange={({ target }) => form.set({ taxCode: target.value as TaxCode })} value={form.values.taxCode}>
          {taxCodes.map((code) => (
            <option key={code} value={code}>
              {t(`taxCodes.${code}`)}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}
