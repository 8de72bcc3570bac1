import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAction } from '#web/api.ts'
import { lengthFault, passwordHint } from '#web/parts/new-password.ts'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { optionsQuery, ownAccount, refreshAccount } from './client.ts'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'

type Faults = { readonly current?: string | undefined; readonly next?: string | undefined; readonly form?: string | undefined }
const faultFields: Readonly<Record<string, keyof Faults>> = {
  INVALID_PASSWORD: 'current',
  PASSWORD_TOO_SHORT: 'next',
  PASSWORD_TOO_LONG: 'next',
  PASSWORD_TOO_COMMON: 'next',
}

/** Changes the password; the user enters the current one. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const { translate } = useLanguage()
  const bounds = useQuery(optionsQuery).data?.password
  const id = useId()
  const [faults, setFaults] = useState<Faults>({})
  const change = useAction(ownAccount.changePassword)
  const submit = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const currentPassword = String(values.get('current'))
    const newPassword = String(values.get('next'))
    const found = {
      current: currentPassword === '' ? t('security.missingCurrent') : undefined,
      next: newPassword === '' ? t('security.missingNew') : lengthFault(newPassword, bounds),
    }
    setFaults(found)
    if (found.current !== undefined || found.next !== undefined) return
    const revokeOtherSessions = values.has('others')
    const result = await change.run({ currentPassword, newPassword, revokeOtherSessions })
    if (result === null) return
    if (result.error !== null) return setFaults({ [faultFields[result.error.code] ?? 'form']: refusedText(result.error) })
    onClose()
    toast(t(revokeOtherSessions ? 'security.changedAndSignedOut' : 'security.changed'))
    await refreshAccount()
  }
  return (
    <Dialog
      busy={change.busy}
      foot={
        <>
          <Button disabled={change.busy} onClick={onClose}>
            {translate('cancel')}
          </Button>
          <Button busy={change.busy} form={id} variant="primary" type="submit">
            {t('security.save')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('security.changeTitle')}
    >
      <Form busy={change.busy} faults={faults} id={id} onSubmit={(form) => void submit(form)}>
        {/* Password managers read the account name from this field. */}
        <input autoComplete="username" hidden name="username" readOnly type="text" value={user.email} />
        <Field
          beside={bounds?.reset === false ? undefined : <Link href="/forgot-password">{t('security.forgot')}</Link>}
          error={faults.current}
          label={t('security.current')}
          required
        >
          <PasswordInput autoComplete="current-password" name="current" ref={firstField} />
        </Field>
        <Field error={faults.next} hint={passwordHint(bounds)} label={t('security.new')} required>
          <PasswordInput autoComplete="new-password" name="next" />
        </Field>
        <Checkbox defaultChecked hint={t('security.signOutOthersHint')} label={t('security.signOutOthers')} name="others" />
        {faults.form !== undefined && (
          <Banner alert tone="bad">
            {faults.form}
          </Banner>
        )}
      </Form>
    </Dialog>
  )
}
