import { useId, useState } from 'react'
import { useAction } from '#web/api.ts'
import { leaveTo, useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ownAccount } from './client.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

const stale = new Set(['SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION', 'SESSION_IS_NOT_FRESH'])

/**
 * Deletes the account after the user types the email, and the password if there is one. If the settings require a confirmation by email,
 * the server sends a link instead (`onMailed`). Without a password the session must be fresh (`onStale`). `onRefused` receives the error
 * text.
 */
export function DeleteDialog(props: {
  hasPassword: boolean
  onClose: () => void
  onMailed: () => void
  onStale: () => void
  onRefused: (text: string) => void
}) {
  const { hasPassword, onClose } = props
  const { user } = useSession()
  const { translate } = useLanguage()
  const id = useId()
  const [faults, setFaults] = useState<{ readonly password?: string | undefined; readonly email?: string | undefined }>({})
  const remove = useAction(ownAccount.deleteUser)
  const submit = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const password = String(values.get('password') ?? '')
    const found = {
      password: hasPassword && password === '' ? t('danger.missingPassword') : undefined,
      email:
        String(values.get('confirmation')).trim().toLowerCase() === user.email ? undefined : t('danger.mistyped', { word: user.email }),
    }
    setFaults(found)
    if (found.password !== undefined || found.email !== undefined) return
    const result = await remove.run({ callbackURL: '/goodbye', ...(hasPassword && { password }) })
    if (result === null) return
    if (result.error !== null) {
      if (result.error.code === 'INVALID_PASSWORD') setFaults({ password: refusedText(result.error) })
      else if (stale.has(result.error.code)) props.onStale()
      else props.onRefused(refusedText(result.error))
    } else if (result.data.isDeleted) leaveTo('/goodbye')
    else props.onMailed()
  }
  return (
    <Dialog
      busy={remove.busy}
      foot={
        <>
          <Button disabled={remove.busy} onClick={onClose}>
            {translate('cancel')}
          </Button>
          <Button busy={remove.busy} form={id} variant="danger" type="submit">
            {t('danger.confirm')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('danger.confirmTitle')}
    >
      <p className="text-body text-muted">{t('danger.confirmText')}</p>
      <Form busy={remove.busy} faults={faults} id={id} onSubmit={(form) => void submit(form)}>
        <Field error={faults.email} label={t('danger.type', { word: user.email })} required>
          <TextInput autoCapitalize="none" autoComplete="off" name="confirmation" ref={firstField} spellCheck={false} />
        </Field>
        {hasPassword && (
          <Field error={faults.password} label={t('danger.password')} required>
            <PasswordInput autoComplete="current-password" name="password" />
          </Field>
        )}
      </Form>
    </Dialog>
  )
}
