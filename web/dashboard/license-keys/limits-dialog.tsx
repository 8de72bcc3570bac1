import { client, useAction } from '#web/api.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { t } from '#web/parts/license-keys/messages.ts'
import { FormField } from '#web/shell/form/form-field.tsx'
import { useEditForm } from '#web/shell/form/use-resource-form.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { DialogKey } from './key-dialog.tsx'
import { limitsForm } from './limits.ts'

/** Changes what a license key is limited to. */
export function LimitsDialog({ licenseKey, onClose }: { licenseKey: DialogKey; onClose: () => void }) {
  const save = useAction(client.licenseKeys.update, ['licenseKeys'])
  const form = useEditForm(limitsForm, {
    resource: licenseKey,
    send: (changes) => save.run(licenseKey.id, changes),
    onDone: () => {
      onClose()
      toast(t('edit.done'))
    },
    onSame: onClose,
  })
  return (
    <FormDialog form={form} onClose={onClose} submitLabel={t('edit.action')} title={t('edit.title', { key: licenseKey.displayKey })}>
      <FormField form={form} name="limitActivations" />
      <div className="grid items-start gap-16 wide:grid-cols-2">
        <FormField form={form} name="limitUsage" />
        <FormField form={form} name="usage" />
      </div>
      <FormField form={form} name="expiresAt" />
    </FormDialog>
  )
}
