import { type ReactNode, useState } from 'react'
import type { CheckoutField } from '#web/parts/checkouts/page/custom-fields/answers.ts'
import CustomFields from '#web/parts/checkouts/page/custom-fields/custom-fields.tsx'
import { t } from '#web/parts/custom-fields/messages.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { type FieldValues, fieldTypes, propertiesOf, slugOf } from './field-values.ts'
import { type FieldFormState, LookFields } from './look-fields.tsx'

/** The form of a custom field with its preview. Only a new one has the choice of the kind. `children` are its buttons. */
export function FieldForm({ form, isNew, children }: { form: FieldFormState; isNew: boolean; children: ReactNode }) {
  const { values } = form
  return (
    <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" focusFirst={isNew} saveKey>
      {isNew && (
        <Group text={t('form.kindText')} title={t('form.kind')}>
          <Choices
            columns={3}
            label={t('form.kind')}
            onChange={(type) => form.set({ type })}
            options={fieldTypes.map((value) => ({ value, title: t(`kinds.${value}.name`), text: t(`kinds.${value}.text`) }))}
            value={values.type}
          />
        </Group>
      )}
      <Group text={t('form.generalText', { slug: values.slug || 'key' })} title={t('form.general')}>
        <Field {...form.field('name')} hint={t('form.nameHint')} label={t('form.name')} required>
          <TextInput
            {...form.text('name')}
            autoComplete="off"
            onChange={({ target }) =>
              form.set({ name: target.value, ...(isNew && values.slug === slugOf(values.name) && { slug: slugOf(target.value) }) })
            }
          />
        </Field>
        <Field {...form.field('slug')} hint={t('form.slugHint')} label={t('form.slug')} required>
          <TextInput {...form.text('slug')} autoComplete="off" mono spellCheck={false} />
        </Field>
      </Group>
      <Group text={t('form.lookText')} title={t('form.look')}>
        <LookFields form={form} />
      </Group>
      <Group text={t('form.previewText')} title={t('form.preview')}>
        <Preview values={values} />
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

/** The field as the checkout page shows it, with an answer of its own. */
function Preview({ values }: { values: FieldValues }) {
  const [answer, setAnswer] = useState<string | boolean>('')
  const { type, name } = values
  const customField = { slug: 'preview', type, name: name.trim() || t('form.name'), properties: propertiesOf(values) }
  const field = { customFieldId: 'preview', required: false, order: 0, customField } as unknown as CheckoutField
  return <CustomFields answers={{ preview: answer }} faults={{}} fields={[field]} onChange={(_, next) => setAnswer(next)} />
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
