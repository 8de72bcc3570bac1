import { useId, useState } from 'react'
import { client, useAct } from '#web/api.ts'
import { signInPage } from '#web/next-page.ts'
import { leaveFor, useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ownAccount, renewAccount } from './client.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

const day = 86_400_000

/**
 * Asks somebody who signed in long ago whether it is they: a new session takes the place of this one. Without a password they go out and come in again by
 * their own way, back to this screen.
 */
export function ReauthenticateDialog(props: { hasPassword: boolean; onClose: () => void; onDone: () => void }) {
  const { hasPassword, onClose, onDone } = props
  const { say } = useLanguage()
  const { session, user } = useSession()
  const id = useId()
  const [fault, setFault] = useState<{ readonly text: string } | null>(null)
  const signIn = useAct(client.auth.signIn.email)
  const signOut = useAct(client.auth.signOut)
  const submit = async (form: HTMLFormElement) => {
    const password = String(new FormData(form).get('password'))
    // A session that was not to be remembered lives a day; the new one shall not outlive it.
    const rememberMe = Date.parse(session.expiresAt) - Date.parse(session.createdAt) > day
    const result = await signIn.run({ email: user.email, password, rememberMe })
    if (result === null) return
    if (result.error !== null) return setFault({ text: refusedText(result.error) })
    await ownAccount.revokeSession({ token: session.token })
    await renewAccount()
    onDone()
  }
  const leave = async () => {
    const result = await signOut.run()
    if (result?.error === null) leaveFor(signInPage(location))
    else if (result !== null) setFault({ text: refusedText(result.error) })
  }
  const busy = signIn.busy || signOut.busy
  return (
    <Dialog
      busy={busy}
      foot={
        <>
          <Button disabled={busy} onClick={onClose}>
            {say('cancel')}
          </Button>
          {hasPassword ? (
            <Button busy={busy} form={id} look="primary" type="submit">
              {t('again.act')}
            </Button>
          ) : (
            <Button busy={busy} look="primary" onClick={() => void leave()}>
              {t('again.leave')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('again.title')}
    >
      <p className="text-body text-muted">{hasPassword ? t('again.text') : t('again.without')}</p>
      {hasPassword ? (
        <Form busy={busy} faults={fault} id={id} onSubmit={(form) => void submit(form)}>
          <input autoComplete="username" hidden name="username" readOnly type="text" value={user.email} />
          <Field error={fault?.text} label={t('again.password')} required>
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
