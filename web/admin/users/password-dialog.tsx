import { useId, useState } from 'react'
import { useAct } from '#web/api.ts'
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
import { type Asked, concluded } from './person.ts'

/** Gives somebody who has a password another one; whoever has none sets a first one themselves. */
export function PasswordDialog({ person: { user, accounts }, onClose }: Asked) {
  const { say } = useLanguage()
  const id = useId()
  const [fault, setFault] = useState<string>()
  const act = useAct(administration.setUserPassword)
  const hasPassword = accounts.some(({ provider }) => provider === 'credential')
  const ways = accounts.map(({ provider }) => providerName(provider) ?? provider).join(', ')
  const submit = async (form: HTMLFormElement) => {
    const newPassword = String(new FormData(form).get('password'))
    setFault(newPassword === '' ? t('missingPassword') : undefined)
    if (newPassword === '') return
    await concluded(await act.run({ userId: user.id, newPassword }), { told: t('setPassword.done', { name: user.name }), onClose })
  }
  return (
    <Dialog
      busy={act.busy}
      foot={
        <>
          <Button disabled={act.busy} onClick={onClose}>
            {say(hasPassword ? 'cancel' : 'close')}
          </Button>
          {hasPassword && (
            <Button busy={act.busy} form={id} look="primary" type="submit">
              {t('setPassword.act')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('setPassword.title', { name: user.name })}
    >
      <p className="text-body text-muted">{hasPassword ? t('setPassword.text') : t('setPassword.none', { ways })}</p>
      {hasPassword && (
        <Form busy={act.busy} faults={{ password: fault }} id={id} onSubmit={(form) => void submit(form)}>
          <NewPasswordField error={fault} hint={t('setPassword.hint')} isFirst label={t('setPassword.new')} />
          {act.error !== null && (
            <Banner alert tone="bad">
              {refusedText(act.error)}
            </Banner>
          )}
        </Form>
      )}
    </Dialog>
  )
}
