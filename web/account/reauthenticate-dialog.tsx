import { useId, useState } from 'react'
import { client, useAction } from '#web/api.ts'
import { signInPage } from '#web/next-page.ts'
import { leaveTo, useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ownAccount, refreshAccount } from './client.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

const day = 86_400_000

/**
 * Reauthenticates a user whose session is not fresh: the password creates a new session that replaces this one. A user without a password
 * signs out and in again, and returns to this page.
 */
export function ReauthenticateDialog(props: { hasPassword: boolean; onClose: () => void; onDone: () => void }) {
  const { hasPassword, onClose, onDone } = props
  const { translate } = useLanguage()
  const { session, user } = useSession()
  const id = useId()
  const [fault, setFault] = useState<{ readonly text: string } | null>(null)
  const signIn = useAction(client.auth.signIn.email)
  const signOut = useAction(client.auth.signOut)
  const submit = async (form: HTMLFormElement) => {
    const password = String(new FormData(form).get('password'))
    // A session without "remember me" lasts a day; the new one must not outlive it.
    const rememberMe = Date.parse(session.expiresAt) - Date.parse(session.createdAt) > day
    const result = await signIn.run({ email: user.email, password, rememberMe })
    if (result === null) return
    if (result.error !== null) return setFault({ text: refusedText(result.error) })
    await ownAccount.revokeSession({ token: session.token })
    await refreshAccount()
    onDone()
  }
  const leave = async () => {
    const result = await signOut.run()
    if (result?.error === null) leaveTo(signInPage(location))
    else if (result !== null) setFault({ text: refusedText(result.error) })
  }
  const busy = signIn.busy || signOut.busy
  return (
    <Dialog
      busy={busy}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            {translate('cancel')}
          </Button>
          {hasPassword ? (
            <Button busy={busy} form={id} variant="primary" type="submit">
              {t('reauthenticate.action')}
            </Button>
          ) : (
            <Button busy={busy} variant="primary" onClick={() => void leave()}>
              {t('reauthenticate.leave')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('reauthenticate.title')}
    >
      <p className="text-body text-muted">{hasPassword ? t('reauthenticate.text') : t('reauthenticate.noPassword')}</p>
      {hasPassword ? (
        <Form busy={busy} faults={fault} id={id} onSubmit={(form) => void submit(form)}>
          <input autoComplete="username" hidden name="username" readOnly type="text" value={user.email} />
          <Field error={fault?.text} label={t('reauthenticate.password')} required>
            <PasswordInput autoComplete="current-password" name="password" ref={firstField} />
          </Field>
        </Form>
      ) : (
        fault !== null && (
          <p className="text-label text-bad" role="alert">
            {fault.text}
          </p>
        )
      )}
    </Dialog>
  )
}
