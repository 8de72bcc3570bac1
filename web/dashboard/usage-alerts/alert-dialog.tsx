import { useState } from 'react'
import type { Customer, Meter, UsageAlert } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { ResourceCombobox, useSearch } from '#web/parts/resource-combobox.tsx'
import { type AlertValues, alertRefusals, alertRules, changesOf, creationOf, valuesOf } from '#web/parts/usage-alerts/alert-values.ts'
import { t } from '#web/parts/usage-alerts/messages.ts'
import { useForm } from '#web/parts/use-form.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** Emails about an alert that the owners get within an hour, as the server limits them. */
const OWNER_EMAILS_PER_HOUR = 20

/** Creates an alert about a meter, or edits one: its meter and its customer then stay. */
export function AlertDialog({ meter, alert, onClose }: { meter: Meter; alert: UsageAlert | null; onClose: () => void }) {
  const { locale } = useLanguage()
  const create = useAction(client.usageAlerts.create, ['usageAlerts'])
  const update = useAction(client.usageAlerts.update, ['usageAlerts'])
  const form = useForm<AlertValues, UsageAlert>({
    initial: () => valuesOf(alert, locale),
    rules: alertRules(locale),
    refusals: { ...alertRefusals, text: errorText },
    send: (values) =>
      alert === null
        ? create.run(creationOf(values, { meterId: meter.id, organizationId: meter.organizationId, locale }))
        : update.run(alert.id, changesOf(values, locale)),
    onDone: ({ name }) => {
      onClose()
      toast(t(alert === null ? 'form.created' : 'form.saved', { name }))
    },
  })
  const { notifiesOwners, notifiesCustomer } = form.values
  return (
    <FormDialog
      form={form}
      lead={t('form.lead')}
      onClose={onClose}
      submitLabel={t(alert === null ? 'form.create' : 'form.save')}
      title={t(alert === null ? 'form.newTitle' : 'form.editTitle')}
    >
      <Field {...form.field('name')} hint={t('form.nameHint')} label={t('form.name')} required>
        <TextInput {...form.text('name')} autoComplete="off" maxLength={250} />
      </Field>
      <Field {...form.field('threshold')} hint={t('form.thresholdHint', { meter: meter.name })} label={t('form.threshold')} required>
        <TextInput {...form.text('threshold')} autoComplete="off" inputMode="decimal" numeric />
      </Field>
      {alert === null && (
        <Permitted needs="customers:read">
          <CustomerField form={form} organizationId={meter.organizationId} />
        </Permitted>
      )}
      <fieldset className="grid gap-8">
        <legend className="float-left w-full text-label font-strong">{t('form.emails')}</legend>
        <Checkbox
          checked={notifiesOwners}
          hint={t('form.ownersHint', { count: OWNER_EMAILS_PER_HOUR })}
          label={t('form.owners')}
          name="notifiesOwners"
          onChange={(event) => form.set({ notifiesOwners: event.currentTarget.checked })}
        />
        <Checkbox
          checked={notifiesCustomer}
          hint={t('form.notifyCustomerHint')}
          label={t('form.notifyCustomer')}
          name="notifiesCustomer"
          onChange={(event) => form.set({ notifiesCustomer: event.currentTarget.checked })}
        />
      </fieldset>
    </FormDialog>
  )
}

function CustomerField(props: { form: ReturnType<typeof useForm<AlertValues, UsageAlert>>; organizationId: string }) {
  const { form, organizationId } = props
  const search = useSearch('customers', { organizationId, sorting: ['name'] }, true)
  const [chosen, setChosen] = useState<Customer | null>(form.values.customer)
  return (
    <Field {...form.field('customer')} hint={t('form.customerHint')} label={t('form.customer')} optional>
      <ResourceCombobox
        chosen={chosen}
        items={search.items}
        name="customer"
        onChange={(customer) => {
          setChosen(customer)
          form.set({ customer })
        }}
        optionOf={(customer) => ({ label: nameOf(customer), ...(customer.name && { text: shownEmail(customer.email) }) })}
        placeholder={t('each')}
        search={search}
      />
    </Field>
  )
}
