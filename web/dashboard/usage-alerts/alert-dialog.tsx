import type { Meter, UsageAlert, UsageAlertCreate } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { client, useAction } from '#web/api.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { ResourceCombobox, useSearch } from '#web/parts/resource-combobox.tsx'
import { t } from '#web/parts/usage-alerts/messages.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { FormField, type FormState } from '#web/shell/form/form-field.tsx'
import { useResourceForm } from '#web/shell/form/use-resource-form.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { type AlertValues, alertForm } from './fields.ts'

/** Creates an alert about a meter, or edits one: its meter and its customer then stay. */
export function AlertDialog({ meter, alert, onClose }: { meter: Meter; alert: UsageAlert | null; onClose: () => void }) {
  const { id: meterId, organizationId } = meter
  const create = useAction(client.usageAlerts.create, ['usageAlerts'])
  const update = useAction(client.usageAlerts.update, ['usageAlerts'])
  const form = useResourceForm<UsageAlert, AlertValues, UsageAlert>(alertForm, {
    initial: () => alertForm.valuesOf(alert),
    send: (values) =>
      alert === null
        ? create.run(alertForm.creation(values, { meterId, organizationId }) as UsageAlertCreate)
        : update.run(alert.id, alertForm.whole(values, alert)),
    onDone: ({ name }) => {
      onClose()
      toast(t(alert === null ? 'form.created' : 'form.saved', { name }))
    },
  })
  return (
    <FormDialog
      form={form}
      lead={t('form.lead')}
      onClose={onClose}
      submitLabel={t(alert === null ? 'form.create' : 'form.save')}
      title={t(alert === null ? 'form.newTitle' : 'form.editTitle')}
    >
      <FormField form={form} name="name" />
      <FormField form={form} hint={t('form.thresholdHint', { meter: meter.name })} name="threshold" />
      {alert === null && (
        <Permitted needs="customers:read">
          <CustomerField form={form} organizationId={organizationId} />
        </Permitted>
      )}
      <fieldset className="grid gap-8">
        <legend className="float-left w-full text-label font-strong">{t('form.emails')}</legend>
        <FormField form={form} name="notifyMerchantEmail" />
        <FormField form={form} name="notifyCustomerEmail" />
      </fieldset>
    </FormDialog>
  )
}

function CustomerField({ form, organizationId }: { form: FormState<AlertValues>; organizationId: string }) {
  const search = useSearch('customers', { organizationId, sorting: ['name'] }, true)
  return (
    <FormField form={form} name="customer">
      <ResourceCombobox
        chosen={form.values.customer}
        items={search.items}
        name="customer"
        onChange={(customer) => form.set({ customer })}
        optionOf={(customer) => ({ label: nameOf(customer), ...(customer.name && { text: shownEmail(customer.email) }) })}
        placeholder={t('each')}
        search={search}
      />
    </FormField>
  )
}
