import { useId, useState } from 'react'
import { useAction } from '#web/api.ts'
import { providerName } from '#web/parts/providers/name.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { administration } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { t } from './messages.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { finishAction, type UserDialogProps } from './user.ts'

/** Sets a new password for a user who has one; a user without a password has to set it themselves. */
export function PasswordDialog({ details: { user, accounts }, onClose }: UserDialogProps) {
  const { translate } = useLanguage()
  const id = useId()
  const [fault, setFault] = useState<string>()
  const update = useAction(administration.setUserPassword)
  const hasPassword = accounts.some(({ provider }) => provider === 'credential')
  const providers = accounts.map(({ provider }) => providerName(provider) ?? provider).join(', ')
  const submit = async (form: HTMLFormElement) => {
    const newPassword = String(new FormData(form).get('password'))
    setFault(newPassword === '' ? t('missingPassword') : undefined)
    if (newPassword === '') return
    await finishAction(await update.run({ userId: user.id, newPassword }), { message: t('setPassword.done', { name: user.name }), onClose })
  }
  return (
    <Dialog
      busy={update.busy}
      foot={
        <>
          <Button disabled={update.busy} onClick={onClose}>
            {translate(hasPassword ? 'cancel' : 'close')}
          </Button>
          {hasPassword && (
            <Button busy={update.busy} form={id} variant="primary" type="submit">
              {t('setPassword.action')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('setPassword.title', { name: user.name })}
    >
      <p className="text-body text-muted">{hasPassword ? t('setPassword.text') : t('setPassword.none', { methods: providers })}</p>
      {hasPassword && (
        <Form busy={update.busy} faults={{ password: fault }} id={id} onSubmit={(form) => void submit(form)}>
          <NewPasswordField error={fault} hint={t('setPassword.hint')} isFirst label={t('setPassword.new')} />
          {update.error !== null && (
            <Banner alert tone="bad">
              {refusedText(update.error)}
            </Banner>
          )}
        </Form>
      )}
    </Dialog>
  )
}
