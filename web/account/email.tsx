import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { asEmailFault } from '#web/parts/email-fault.ts'
import { Resend } from '#web/parts/resend.tsx'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { usePageSearch } from '#web/shell/page-search.ts'
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
import { optionsQuery, ownAccount, refreshAccount } from './client.ts'
import { DisabledNotice } from './disabled-notice.tsx'
import { t } from './messages.ts'
import { refusedText } from './refusal.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'
import type { emailSearch } from './search.ts'

/** The redirect target of emailed links; the server adds `error` if a link is invalid. */
const callbackURL = '/account/email'

const changeEmail: typeof ownAccount.changeEmail = (body) => ownAccount.changeEmail(body).then(asEmailFault)

/** Shows the email and whether it is verified, and changes it. */
export default function Email() {
  const { error: fault } = usePageSearch<typeof emailSearch>().at
  return (
    <SettingsFrame head={<PageHeader title={t('email.title')} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-32">
        {fault !== undefined && (
          <Banner alert tone="bad">
            {t.find(`email.faults.${fault}`) ?? t('email.faults.invalid_token')}
          </Banner>
        )}
        <CurrentEmail />
        <ChangeEmail />
      </div>
    </SettingsFrame>
  )
}

function CurrentEmail() {
  const { user } = useSession()
  const options = useQuery(optionsQuery)
  const sendsLinks = !options.isPending && options.data?.account.verifyEmail !== false
  const { email } = user
  return (
    <SettingsGroup text={t('email.emailText')} title={t('email.email')}>
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
        {!user.emailVerified && sendsLinks && (
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

function ChangeEmail() {
  const { user } = useSession()
  const { data, isPending } = useQuery(optionsQuery)
  const [pending, setPending] = useState<{ readonly from: string; readonly to: string } | null>(null)
  if (isPending)
    return (
      <SettingsGroup title={t('email.change')}>
        <RowsSkeleton rows={1} />
      </SettingsGroup>
    )
  if (data && !(data.account.changeEmail && (data.account.verifyEmail || !user.emailVerified)))
    return (
      <SettingsGroup title={t('email.change')}>
        <DisabledNotice text={t('email.changeOff')} />
      </SettingsGroup>
    )
  return (
    <SettingsGroup
      text={user.emailVerified ? t('email.changeVerified', { email: user.email }) : t('email.changeUnverified')}
      title={t('email.change')}
    >
      <Card>
        <CardBody>
          {pending === null ? (
            <ChangeForm onPending={(to) => setPending({ from: user.email, to })} />
          ) : (
            <div className="grid gap-4" role="status">
              <Text as="p" size="label" strong>
                {t('email.requestedTitle', { email: pending.from })}
              </Text>
              <Text as="p" size="label" tone="muted">
                {t('email.requested', { to: pending.to })}
              </Text>
              <p className="text-label">
                <button className={linkClass} onClick={() => setPending(null)} type="button">
                  {t('email.otherEmail')}
                </button>
              </p>
            </div>
          )}
        </CardBody>
      </Card>
    </SettingsGroup>
  )
}

/** Calls `onPending` if the change waits for a link to be opened; an immediate change shows above. */
function ChangeForm({ onPending }: { onPending: (to: string) => void }) {
  const { user } = useSession()
  const [newEmail, setNewEmail] = useState('')
  const [fault, setFault] = useState<{ readonly text: string } | null>(null)
  const change = useAction(changeEmail)
  const submit = async () => {
    const to = newEmail.trim()
    setFault(to === '' ? { text: t('email.missing') } : null)
    if (to === '') return
    const result = await change.run({ newEmail: to, callbackURL })
    if (result === null) return
    if (result.error !== null) return setFault({ text: refusedText(result.error) })
    setNewEmail('')
    if (user.emailVerified) return onPending(to)
    await refreshAccount()
    toast(t('email.changed', { email: to }))
  }
  return (
    <Form busy={change.busy} faults={fault} onSubmit={() => void submit()}>
      <Field error={fault?.text} label={t('email.newEmail')} required>
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
