import { useId, useState } from 'react'
import { useAct } from '#web/api.ts'
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
import { type BanEnd, banEnds, banSeconds } from './ban-ends.ts'
import { t } from './messages.ts'
import { type Asked, concluded } from './person.ts'

/** Bans with a reason, for a while or for good. */
export function BanDialog({ person: { user }, onClose }: Asked) {
  const { say } = useLanguage()
  const id = useId()
  const [end, setEnd] = useState<BanEnd>('week')
  const [fault, setFault] = useState<string>()
  const act = useAct(administration.banUser)
  const submit = async (form: HTMLFormElement) => {
    const values = new FormData(form)
    const lasts = banSeconds(end, String(values.get('day') ?? ''), new Date())
    setFault(lasts === null ? t('ban.missingDay') : undefined)
    if (lasts === null) return
    const banReason = String(values.get('reason')).trim()
    const body = { userId: user.id, ...(banReason !== '' && { banReason }), ...(lasts !== undefined && { banExpiresIn: lasts }) }
    await concluded(await act.run(body), { told: t('ban.done', { name: user.name }), onClose })
  }
  return (
    <Dialog
      busy={act.busy}
      foot={
        <>
          <Button disabled={act.busy} onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button busy={act.busy} form={id} look="danger" type="submit">
            {t('ban.act')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={t('ban.title', { name: user.name })}
    >
      <p className="text-body text-muted">{t('ban.text')}</p>
      <Form busy={act.busy} faults={{ day: fault }} id={id} onSubmit={(form) => void submit(form)}>
        <Field hint={t('ban.reasonHint')} label={t('ban.reason')} optional>
          <TextInput autoComplete="off" maxLength={500} name="reason" ref={firstField} />
        </Field>
        <Field label={t('ban.end')}>
          <Select onChange={(event) => setEnd(event.target.value as BanEnd)} value={end}>
            {banEnds.map((each) => (
              <option key={each} value={each}>
                {t(`ban.ends.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
        {end === 'date' && (
          <Field error={fault} hint={t('ban.dayHint')} label={t('ban.day')} required>
            <TextInput name="day" type="date" />
          </Field>
        )}
        {act.error !== null && (
          <Banner alert tone="bad">
            {refusedText(act.error)}
          </Banner>
        )}
      </Form>
    </Dialog>
  )
}
