import { useState } from 'react'
import { client, useAction } from '#web/api.ts'
import { signInPage } from '#web/next-page.ts'
import { FormDialog } from '#web/parts/dialogs/form-dialog.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { leaveTo, useSession } from '#web/shell/session.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { ownAccount, refreshAccount } from './client.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

const day = 86_400_000

/**
 * Reauthenticates a user whose session is not fresh: the password creates a new session that replaces this one. A user without a password
 * signs out and in again, and returns to this page.
 */
export function ReauthenticateDialog(props: { hasPassword: boolean; onClose: () => void; onDone: () => void }) {
  return props.hasPassword ? <PasswordForm {...props} /> : <SignOutDialog onClose={props.onClose} />
}

function PasswordForm({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { session, user } = useSession()
  const signIn = useAction(client.auth.signIn.email)
  const form = useForm({
    initial: { password: '' },
    rules: { password: (password) => (password === '' ? t('security.missingCurrent') : undefined) },
    refusals: { codes: { INVALID_EMAIL_OR_PASSWORD: 'password' }, text: refusedText },
    send: ({ password }) => {
      // A session without "remember me" lasts a day; the new one must not outlive it.
      const rememberMe = Date.parse(session.expiresAt) - Date.parse(session.createdAt) > day
      return signIn.run({ email: user.email, password, rememberMe })
    },
    onDone: async () => {
      await ownAccount.revokeSession({ token: session.token })
      await refreshAccount()
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      intro={t('reauthenticate.text')}
      onClose={onClose}
      size="small"
      submitLabel={t('reauthenticate.action')}
      title={t('reauthenticate.title')}
    >
      <input autoComplete="username" hidden name="username" readOnly type="text" value={user.email} />
      <Field {...form.field('password')} label={t('reauthenticate.password')} required>
        <PasswordInput {...form.text('password')} autoComplete="current-password" />
      </Field>
    </FormDialog>
  )
}

function SignOutDialog({ onClose }: { onClose: () => void }) {
  const [fault, setFault] = useState<string>()
  const signOut = useAction(client.auth.signOut)
  const leave = async () => {
    const result = await signOut.run()
    if (result?.error === null) leaveTo(signInPage(location))
    else if (result !== null) setFault(refusedText(result.error))
  }
  return (
    <ConfirmDialog
      busy={signOut.busy}
      confirmLabel={t('reauthenticate.leave')}
      error={fault}
      onClose={onClose}
      onConfirm={() => void leave()}
      open
      title={t('reauthenticate.title')}
    >
      <p>{t('reauthenticate.noPassword')}</p>
    </ConfirmDialog>
  )
}
