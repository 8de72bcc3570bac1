import { useRouter } from '@tanstack/react-router'
import { adminHref } from '#web/admin/href.ts'
import { useAction } from '#web/api.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { filled } from '#web/ui/inputs/rules.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { administration, refreshAdmin } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'
import { NewPasswordField } from './new-password-field.tsx'

const codes = { USER_ALREADY_EXISTS: 'email', INVALID_EMAIL: 'email' } as const

/** Creates a user with a password that the administrator passes on. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const create = useAction(administration.createUser)
  const form = useForm({
    initial: { name: '', email: '', password: '', role: 'user', isConfirmed: false },
    rules: { name: filled(t('missingName')), email: filled(t('missingEmail')), password: filled(t('missingPassword')) },
    refusals: { codes, text: refusedText },
    send: ({ name, email, password, role, isConfirmed }) =>
      create.run({ name: name.trim(), email: email.trim(), password: password.trim(), role, data: { emailVerified: isConfirmed } }),
    onDone: async ({ user }) => {
      await refreshAdmin()
      toast(t('created', { name: user.name }))
      router.history.push(adminHref('users', user.id))
    },
  })
  return (
    <FormDialog form={form} lead={t('createDescription')} onClose={onClose} size="small" submitLabel={t('create')} title={t('createTitle')}>
      <Field {...form.field('name')} label={t('name')} required>
        <TextInput {...form.text('name')} autoComplete="off" maxLength={255} />
      </Field>
      <Field {...form.field('email')} label={t('email')} required>
        <TextInput {...form.text('email')} autoCapitalize="none" autoComplete="off" inputMode="email" spellCheck={false} />
      </Field>
      <NewPasswordField
        {...form.field('password')}
        hint={t('passwordHint')}
        label={t('password')}
        onChange={(password) => form.set({ password })}
        value={form.values.password}
      />
      <Field label={t('role')}>
        <Select {...form.text('role')}>
          <option value="user">{t('roles.user')}</option>
          <option value="admin">{t('roles.admin')}</option>
        </Select>
      </Field>
      <Checkbox
        checked={form.values.isConfirmed}
        hint={t('confirmedHint')}
        label={t('confirmed')}
        onChange={(event) => form.set({ isConfirmed: event.target.checked })}
      />
    </FormDialog>
  )
}
