import type { LicenseKeyRead } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { t } from '#web/parts/license-keys/messages.ts'
import { useForm } from '#web/parts/use-form.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import type { DialogKey } from './key-dialog.tsx'
import { isLimit, type LimitsValues, limitBounds, limitChanges, limitsOf } from './limits-values.ts'

const invalid = (name: keyof typeof limitBounds) => (text: string) => {
  const { min, max } = limitBounds[name]
  return isLimit(name, text) ? undefined : t('edit.invalid', { min: String(min), max: String(max) })
}

/** Changes what a license key is limited to. */
export function LimitsDialog({ licenseKey, onClose }: { licenseKey: DialogKey; onClose: () => void }) {
  const save = useAction(client.licenseKeys.update, ['licenseKeys'])
  const form = useForm<LimitsValues, LicenseKeyRead>({
    initial: () => limitsOf(licenseKey),
    rules: { limitActivations: invalid('limitActivations'), limitUsage: invalid('limitUsage'), usage: invalid('usage') },
    refusals: {
      paths: { limit_activations: 'limitActivations', limit_usage: 'limitUsage', usage: 'usage', expires_at: 'expiresAt' },
      texts: {},
      text: errorText,
    },
    send: async (values) => {
      const changes = limitChanges(values, licenseKey)
      if (Object.keys(changes).length > 0) return save.run(licenseKey.id, changes)
      onClose()
      return null
    },
    onDone: () => {
      onClose()
      toast(t('edit.done'))
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} submitLabel={t('edit.action')} title={t('edit.title', { key: licenseKey.displayKey })}>
      <Field {...form.field('limitActivations')} hint={t('edit.limitActivationsHint')} label={t('edit.limitActivations')} optional>
        <TextInput {...form.text('limitActivations')} inputMode="numeric" numeric />
      </Field>
      <div className="grid items-start gap-16 wide:grid-cols-2">
        <Field {...form.field('limitUsage')} hint={t('edit.limitUsageHint')} label={t('edit.limitUsage')} optional>
          <TextInput {...form.text('limitUsage')} inputMode="numeric" numeric />
        </Field>
        <Field {...form.field('usage')} label={t('edit.usage')} required>
          <TextInput {...form.text('usage')} inputMode="numeric" numeric />
        </Field>
      </div>
      <Field {...form.field('expiresAt')} hint={t('edit.expiresHint')} label={t('edit.expiresAt')} optional>
        <TextInput {...form.text('expiresAt')} type="datetime-local" />
      </Field>
    </FormDialog>
  )
}
