import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '#web/api.ts'
import { asAddressFault } from '#web/parts/address-fault.ts'
import { Resend } from '#web/parts/resend.tsx'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardFoot } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Status } from '#web/ui/text/status.tsx'
import { Text } from '#web/ui/text/text.tsx'
import { optionsQuery, ownAccount, renewAccount } from './client.ts'
import { FactsSkeleton } from './facts-skeleton.tsx'
import { t } from './messages.ts'
import { Off } from './off.tsx'
import { refusedText } from './refusal.ts'

const api = getRouteApi('/account/{-$room}')
/** Where mailed links lead on to; the server adds `error` where one is not good. */
const callbackURL = '/account/email'

const changeEmail: typeof ownAccount.changeEmail = (body) => ownAccount.changeEmail(body).then(asAddressFault)

/** The address: whether it is confirmed, and another one in its place. */
export default function Email() {
  const { error: fault } = api.useSearch()
  return (
    <SettingsFrame head={<PageHeader title={t('email.title')} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-32">
        {fault !== undefined && (
          <Banner alert tone="bad">
            {t.find(`email.faults.${fault}`) ?? t('email.faults.invalid_token')}
          </Banner>
        )}
        <Present />
        <Change />
      </div>
    </SettingsFrame>
  )
}

function Present() {
  const { user } = useSession()
  const options = useQuery(optionsQuery)
  const mails = !options.isPending && options.data?.account.verifyEmail !== false
  const { email } = user
  return (
    <SettingsGroup text={t('email.addressText')} title={t('email.address')}>
      <Card>
        <CardBody>
          <div className="flex flex-wrap items-center justify-between gap-x-16 gap-y-4">
            <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span>
            <span className="text-label">
              {user.emailVerified ? (
                <Status tone="good">{t('email.verified')}</Status>
              ) : (
                <Status tone="warn">{t('email.unverified')}</Status>
              )}
            </span>
          </div>
        </CardBody>
        {!user.emailVerified && mails && (
          <CardFoot>
            <span className="min-w-0">{t('email.unverifiedText')}</span>
            <Resend
              key={email}
              label={(left) => (left > 0 ? t('email.resendIn', { count: left }) : t('email.resend'))}
              onSent={() => toast(t('email.resent', { email }))}
              send={() => ownAccount.sendVerificationEmail({ email, callbackURL })}
              text={refusedText}
            />
          </CardFoot>
        )}
      </Card>
    </SettingsGroup>
  )
}

function Change() {
  const { user } = useSession()
  const { data, isPending } = useQuery(optionsQuery)
  const [asked, setAsked] = useState<{ readonly from: string; readonly to: string } | null>(null)
  if (isPending)
    return (
      <SettingsGroup title={t('email.change')}>
        <FactsSkeleton rows={1} />
      </SettingsGroup>
    )
  if (data && !(data.account.changeEmail && (data.account.verifyEmail || !user.emailVerified)))
    return (
      <SettingsGroup title={t('email.change')}>
        <Off text={t('email.changeOff')} />
      </SettingsGroup>
    )
  return (
    <SettingsGroup
      text={user.emailVerified ? t('email.changeVerified', { email: user.email }) : t('email.changeUnverified')}
      title={t('email.change')}
    >
      <Card>
        <CardBody>
          {asked === null ? (
            <ChangeForm onAsked={(to) => setAsked({ from: user.email, to })} />
          ) : (
            <div className="grid gap-4" role="status">
              <Text as="p" size="label" strong>
                {t('email.askedTitle', { email: asked.from })}
              </Text>
              <Text as="p" size="label" tone="muted">
                {t('email.asked', { to: asked.to })}
              </Text>
              <p className="text-label">
                <button className={linkClass} onClick={() => setAsked(null)} type="button">
                  {t('email.otherAddress')}
                </button>
              </p>
            </div>
          )}
        </CardBody>
      </Card>
    </SettingsGroup>
  )
}

/** `onAsked` hears of a change that waits for a link; one that is made at once shows above. */
function ChangeForm({ onAsked }: { onAsked: (to: string) => void }) {
  const { user } = useSession()
  const [newEmail, setNewEmail] = useState('')
  const [fault, setFault] = useState<{ readonly text: string } | null>(null)
  const change = useAct(changeEmail)
  const submit = async () => {
    const to = newEmail.trim()
    setFault(to === '' ? { text: t('email.missing') } : null)
    if (to === '') return
    const result = await change.run({ newEmail: to, callbackURL })
    if (result === null) return
    if (result.error !== null) return setFault({ text: refusedText(result.error) })
    setNewEmail('')
    if (user.emailVerified) return onAsked(to)
    await renewAccount()
    toast(t('email.changed', { email: to }))
  }
  return (
    <Form busy={change.busy} faults={fault} onSubmit={() => void submit()}>
      <Field error={fault?.text} label={t('email.newAddress')} required>
        <TextInput
          autoCapitalize="none"
          autoComplete="email"
          inputMode="email"
          onChange={(event) => setNewEmail(event.target.value)}
          spellCheck={false}
          value={newEmail}
        />
      </Field>
      <div>
        <Button busy={change.busy} type="submit">
          {t('email.submit')}
        </Button>
      </div>
    </Form>
  )
}
