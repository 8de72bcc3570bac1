import { useQuery } from '@tanstack/react-query'
import { useAction } from '#web/api.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { lengthFault } from '#web/parts/new-password.ts'
import { PasswordStrength } from '#web/parts/passwords/password-strength.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { useSession } from '#web/shell/session.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { optionsQuery, ownAccount, refreshAccount } from './client.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

const codes = {
  INVALID_PASSWORD: 'current',
  PASSWORD_TOO_SHORT: 'next',
  PASSWORD_TOO_LONG: 'next',
  PASSWORD_TOO_COMMON: 'next',
} as const

/** Changes the password; the user enters the current one. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const bounds = useQuery(optionsQuery).data?.password
  const change = useAction(ownAccount.changePassword)
  const form = useForm({
    initial: { current: '', next: '', revokesOthers: true },
    rules: {
      current: (password) => (password === '' ? t('security.missingCurrent') : undefined),
      next: (password) => (password === '' ? t('security.missingNew') : lengthFault(password, bounds)),
    },
    refusals: { codes, text: refusedText },
    send: ({ current, next, revokesOthers }) =>
      change.run({ currentPassword: current, newPassword: next, revokeOtherSessions: revokesOthers }),
    onDone: async (_, { revokesOthers }) => {
      onClose()
      toast(t(revokesOthers ? 'security.changedAndSignedOut' : 'security.changed'))
      await refreshAccount()
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} size="small" submitLabel={t('security.save')} title={t('security.changeTitle')}>
      {/* Password managers read the account name from this field. */}
      <input autoComplete="username" hidden name="username" readOnly type="text" value={user.email} />
      <Field
        {...form.field('current')}
        beside={bounds?.reset === false ? undefined : <Link href="/forgot-password">{t('security.forgot')}</Link>}
        label={t('security.current')}
        required
      >
        <PasswordInput {...form.text('current')} autoComplete="current-password" />
      </Field>
      <Field
        {...form.field('next')}
        hint={<PasswordStrength bounds={bounds} password={form.values.next} />}
        label={t('security.new')}
        required
      >
        <PasswordInput {...form.text('next')} autoComplete="new-password" />
      </Field>
      <Checkbox
        checked={form.values.revokesOthers}
        hint={t('security.signOutOthersHint')}
        label={t('security.signOutOthers')}
        onChange={(event) => form.set({ revokesOthers: event.target.checked })}
      />
    </FormDialog>
  )
}
