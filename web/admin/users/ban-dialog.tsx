import { useId, useState } from 'react'
import { useAction } from '#web/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { firstField } from '#web/ui/inputs/first-field.ts'
import { Form } from '#web/ui/inputs/form.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { administration } from '../client.ts'
import { refusedText } from '../refusal.ts'
import { type BanExpiry, banExpiries, banSeconds } from './ban-expiry.ts'
import { t } from './messages.ts'
import { finishAction, type UserDialogProps } from './user.ts'

/** Bans a user with a reason, temporarily or permanently. */
export function BanDialog({ details: { user }, onClose }: UserDialogProps) {
  const { translate } = useLanguage()
  const id = useId()
  const [expiry, setExpiry] = useState<BanExpiry>('week')
  const [fault, setFault] = useState<string>()
  const ban = useAction(administration.banUser)
  const submit = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const seconds = banSeconds(expiry, String(values.get('day') ?? ''), new Date())
    setFault(seconds === null ? t('ban.missingDay') : undefined)
    if (seconds === null) return
    const banReason = String(values.get('reason')).trim()
    const body = { userId: user.id, ...(banReason !== '' && { banReason }), ...(seconds !== undefined && { banExpiresIn: seconds }) }
    await finishAction(await ban.run(body), { message: t('ban.done', { name: user.name }), onClose })
  }
  return (
    <Dialog
      busy={ban.busy}
      foot={
        <>
          <Button disabled={ban.busy} onClick={onClose}>
            {translate('cancel')}
          </Button>
          <Button busy={ban.busy} form={id} variant="danger" type="submit">
            {t('ban.action')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('ban.title', { name: user.name })}
    >
      <p className="text-body text-muted">{t('ban.text')}</p>
      <Form busy={ban.busy} faults={{ day: fault }} id={id} onSubmit={(form) => void submit(form)}>
        <Field hint={t('ban.reasonHint')} label={t('ban.reason')} optional>
          <TextInput autoComplete="off" maxLength={500} name="reason" ref={firstField} />
        </Field>
        <Field label={t('ban.end')}>
          <Select onChange={(event) => setExpiry(event.target.value as BanExpiry)} value={expiry}>
            {banExpiries.map((each) => (
              <option key={each} value={each}>
                {t(`ban.ends.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
        {expiry === 'date' && (
          <Field error={fault} hint={t('ban.dayHint')} label={t('ban.day')} required>
            <TextInput name="day" type="date" />
          </Field>
        )}
        {ban.error !== null && (
          <Banner alert tone="bad">
            {refusedText(ban.error)}
          </Banner>
        )}
      </Form>
    </Dialog>
  )
}
