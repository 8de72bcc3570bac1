import { t } from '#web/parts/products/messages.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import type { ProductSection, SectionProps } from './section.ts'

interface GeneralValues {
  readonly name: string
  readonly description: string
}

const shortestName = 3

/** What buyers see of a product: its name and description. */
export const general: ProductSection<GeneralValues> = {
  title: () => t('form.details'),
  text: () => t('form.detailsText'),
  valuesOf: (product) => ({ name: product?.name ?? '', description: product?.description ?? '' }),
  rules: () => ({ name: (name) => (name.trim().length < shortestName ? t('form.nameMissing') : undefined) }),
  creationOf: ({ name, description }) => ({ name: name.trim(), description: textOrNull(description) }),
  changesOf: ({ name, description }, product) => ({
    ...(name.trim() !== product.name && { name: name.trim() }),
    ...(description.trim() !== (product.description ?? '').trim() && { description: textOrNull(description) }),
  }),
  labels: { name: () => t('name'), description: () => t('form.description') },
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
    </>
  )
}
