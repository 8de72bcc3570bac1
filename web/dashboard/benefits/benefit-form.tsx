import type { ReactNode } from 'react'
import { benefitTypes } from '#web/parts/benefits/kinds.ts'
import { t, tKind } from '#web/parts/benefits/messages.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import type { useForm } from '#web/parts/use-form.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Choices } from '#web/ui/inputs/choices.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { BenefitValues } from './benefit-values.ts'
import { isBenefitType, kindForm } from './kinds/forms.ts'
import type { KindForm } from './kinds/kind.ts'

/** The form of a benefit. Only a new one has the choice of the kind. `children` are its buttons. */
export function BenefitForm({
  form,
  isNew,
  children,
}: {
  form: ReturnType<typeof useForm<BenefitValues, unknown>>
  isNew: boolean
  children: ReactNode
}) {
  const { values } = form
  const { Fields } = kindForm(values.type)
  return (
    <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" focusFirst={isNew} saveKey>
      {isNew && (
        <Group text={t('form.kindText')} title={t('form.kind')}>
          <Choices
            columns={2}
            label={t('form.kind')}
            onChange={(type) => isBenefitType(type) && form.set({ type })}
            options={options()}
            value={values.type}
          />
        </Group>
      )}
      <Group text={t('form.descriptionText')} title={t('form.description')}>
        <Field {...form.field('description')} hint={t('form.descriptionHint')} label={t('form.description')} required>
          <TextInput {...form.text('description')} autoComplete="off" />
        </Field>
      </Group>
      <Group text={tKind(`${values.type}.text`)} title={t('form.properties')}>
        <Fields form={form as unknown as KindForm<object>} />
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

const options = () => benefitTypes.map((value) => ({ value, title: tKind(`${value}.name`), text: tKind(`${value}.text`) }))

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <SettingsGroup text={text} title={title}>
      <Card>
        <CardBody>{children}</CardBody>
      </Card>
    </SettingsGroup>
  )
}
