import type { ReactNode } from 'react'
import { AddressFields } from '#web/parts/customers/address-fields.tsx'
import { t } from '#web/parts/customers/change-messages.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import type { useForm } from '#web/parts/use-form.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { CustomerValues } from './customer-values.ts'

/** The form of a customer. */
export type CustomerFormState = ReturnType<typeof useForm<CustomerValues, unknown>>

/** The form of a customer. An external id that is set is fixed (`hasExternalId`). `children` are its buttons. */
export function CustomerForm(props: { form: CustomerFormState; isNew: boolean; hasExternalId: boolean; children: ReactNode }) {
  const { form, isNew, hasExternalId, children } = props
  return (
    <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" focusFirst={isNew} saveKey>
      <Group text={t('form.generalText')} title={t('form.general')}>
        <Field {...form.field('email')} label={t('form.email')} required>
          <TextInput {...form.text('email')} autoComplete="off" inputMode="email" type="email" />
        </Field>
        <Field {...form.field('name')} label={t('form.name')} optional>
          <TextInput {...form.text('name')} autoComplete="off" maxLength={250} />
        </Field>
        <Field
          {...form.field('externalId')}
          hint={t(hasExternalId ? 'form.externalIdFixed' : 'form.externalIdHint')}
          label={t('form.externalId')}
          optional={!hasExternalId}
        >
          <TextInput {...form.text('externalId')} autoComplete="off" disabled={hasExternalId} maxLength={250} mono spellCheck={false} />
        </Field>
      </Group>
      <Group text={t('form.billingText')} title={t('form.address')}>
        <AddressFields form={form} maxLength={250} needs="nothing" />
        <Field {...form.field('taxId')} hint={t('form.taxIdHint')} label={t('form.taxId')} optional>
          <TextInput {...form.text('taxId')} autoComplete="off" maxLength={40} mono spellCheck={false} />
        </Field>
        <Checkbox
          checked={form.values.isTaxExempt}
          hint={t('form.taxExemptHint')}
          label={t('form.taxExempt')}
          name="isTaxExempt"
          onChange={({ target }) => form.set({ isTaxExempt: target.checked })}
        />
      </Group>
      <Group text={t('form.metadataText')} title={t('form.metadata')}>
        <KeyValueEditor errors={form.rows('pairs')} name="pairs" onChange={(pairs) => form.set({ pairs })} pairs={form.values.pairs} />
      </Group>
      <div className="grid gap-16">
        <FormFailure text={form.failure} />
        {children}
      </div>
    </AppForm>
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
