import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shownEmail } from '#kernel/emails/email.ts'
import { useAction } from '#web/api.ts'
import { asEmailFault } from '#web/parts/email-fault.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { Resend } from '#web/parts/resend.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { SettingsFrame, SettingsGroup } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { useSession } from '#web/shell/session.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardFoot } from '#web/ui/display/card.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { email, filled } from '#web/ui/inputs/rules.ts'
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
  return (
    <SettingsGroup text={t('email.emailText')} title={t('email.email')}>
      <Card>
        <CardBody>
          <div className="flex flex-wrap items-center justify-between gap-x-16 gap-y-4">
            <span className="min-w-0 [overflow-wrap:anywhere]">{shownEmail(user.email)}</span>
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
              key={user.email}
              label={(left) => (left > 0 ? t('email.resendIn', { count: left }) : t('email.resend'))}
              onSent={() => toast(t('email.resent', { email: shownEmail(user.email) }))}
              send={() => ownAccount.sendVerificationEmail({ email: user.email, callbackURL })}
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
      text={user.emailVerified ? t('email.changeVerified', { email: shownEmail(user.email) }) : t('email.changeUnverified')}
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
  const change = useAction(changeEmail)
  const form = useForm({
    initial: { newEmail: '' },
    rules: { newEmail: [filled(t('email.missing')), email(t('email.invalid'))] },
    refusals: { codes: emailCodes, text: refusedText },
    send: ({ newEmail }) => change.run({ newEmail: newEmail.trim(), callbackURL }),
    onDone: async (_, { newEmail }) => {
      const to = newEmail.trim()
      form.reset({ newEmail: '' })
      if (user.emailVerified) return onPending(to)
      await refreshAccount()
      toast(t('email.changed', { email: to }))
    },
  })
  return (
    <AppForm {...form.props}>
      <Field {...form.field('newEmail')} label={t('email.newEmail')} required>
        <TextInput {...form.text('newEmail')} autoCapitalize="none" autoComplete="email" inputMode="email" spellCheck={false} />
      </Field>
      <FormFailure text={form.failure} />
      <div>
        <Button busy={form.busy} type="submit">
          {t('email.submit')}
        </Button>
      </div>
    </AppForm>
  )
}

const emailCodes = { INVALID_EMAIL: 'newEmail', EMAIL_IS_THE_SAME: 'newEmail', COULDNT_UPDATE_YOUR_EMAIL: 'newEmail' } as const
