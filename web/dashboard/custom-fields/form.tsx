import { useState } from 'react'
import type { CustomField } from '#client/index.ts'
import type { CheckoutField } from '#web/parts/checkouts/page/custom-fields/answers.ts'
import CustomFields from '#web/parts/checkouts/page/custom-fields/custom-fields.tsx'
import { t } from '#web/parts/custom-fields/messages.ts'
import { FormField, FormGroup } from '#web/shell/form/form-field.tsx'
import type { FieldsProps, FormPage } from '#web/shell/form/form-page.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { fieldTypes } from './field-types.ts'
import { type FieldValues, fieldForm, propertiesOf, slugOf } from './fields.ts'
import { LookFields } from './look-fields.tsx'

/** The pages that create and edit a custom field. */
export const fieldPage: FormPage<CustomField, FieldValues> = {
  t,
  form: fieldForm,
  call: 'customFields',
  refreshes: ['products'],
  list: '/custom-fields',
  isListed: true,
  title: t('title'),
  first: 'name',
  nameOf: ({ name }) => name,
  done: ({ name }, isNew) => t(isNew ? 'form.created' : 'form.saved', { name }),
  Fields,
}

/** The fields with a preview. Only a new one has the choice of the kind; its key follows its name until they differ. */
function Fields({ form, resource }: FieldsProps<CustomField, FieldValues>) {
  const { values } = form
  const isNew = resource === null
  return (
    <>
      {isNew && (
        <FormGroup text={t('form.kindText')} title={t('form.kind')}>
          <Choices
            columns={3}
            label={t('form.kind')}
            onChange={(type) => form.set({ type })}
            options={fieldTypes.map((value) => ({ value, title: t(`kinds.${value}.name`), text: t(`kinds.${value}.text`) }))}
            value={values.type}
          />
        </FormGroup>
      )}
      <FormGroup text={t('form.generalText', { slug: values.slug || 'key' })} title={t('form.general')}>
        <FormField
          form={form}
          name="name"
          onChange={({ target }) =>
            form.set({ name: target.value, ...(isNew && values.slug === slugOf(values.name) && { slug: slugOf(target.value) }) })
          }
        />
        <FormField form={form} name="slug" />
      </FormGroup>
      <FormGroup text={t('form.lookText')} title={t('form.look')}>
        <LookFields form={form} />
      </FormGroup>
      <FormGroup text={t('form.previewText')} title={t('form.preview')}>
        <Preview values={values} />
      </FormGroup>
    </>
  )
}

/** The field as the checkout page shows it, with an answer of its own. */
function Preview({ values }: { values: FieldValues }) {
  const [answer, setAnswer] = useState<string | boolean>('')
  const { type, name } = values
  const customField = { slug: 'preview', type, name: name.trim() || t('form.name'), properties: propertiesOf(values) }
  const field = { customFieldId: 'preview', required: false, order: 0, customField } as unknown as CheckoutField
  return <CustomFields answers={{ preview: answer }} faults={{}} fields={[field]} onChange={(_, next) => setAnswer(next)} />
}
