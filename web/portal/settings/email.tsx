import { useState } from 'react'
import { shownEmail } from '#kernel/emails/email.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { type Customer, createPortalApi, type PortalApi, publicApi } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { usePortal } from '../state.tsx'
import { t } from './messages.ts'
import { PresentEmailCode } from './present-email-code.tsx'

/** The email of the customer; where they may change it, another one, which counts once its mailed link was opened. */
export function EmailCard({ customer }: { customer: Customer }) {
  const { name, customerPortalSettings } = usePortal().shop.organization
  return (
    <Card>
      <CardHead title={t('email.title')} />
      <CardBody underHead>
        <p className="text-label [overflow-wrap:anywhere]">{t('email.present', { email: shownEmail(customer.email) })}</p>
        {customerPortalSettings.customer.allowEmailChange ? (
          <EmailForm present={customer.email} />
        ) : (
          <p className="text-label text-muted">{t('email.byMerchant', { merchant: name })}</p>
        )}
      </CardBody>
    </Card>
  )
}

// The present email is confirmed by a new code first, unless one has opened the session lately.
function EmailForm({ present }: { present: string }) {
  const { api, shop, renew } = usePortal()
  const [request, setRequest] = useState<string | null>(null)
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [state, setState] = useState<{ fault?: string; attempts: number; busy: boolean }>({ attempts: 0, busy: false })
  const send = async (calls: Pick<PortalApi, 'changeEmail'> = api) => {
    const typed = email.trim()
    const refuse = (fault: string) => setState((now) => ({ fault, attempts: now.attempts + 1, busy: false }))
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)) return refuse(t('email.fault'))
    setState((now) => ({ attempts: now.attempts, busy: true }))
    const { error } = await calls.changeEmail({ email: typed })
    if (error?.code === 'FreshCodeRequired') {
      const code = await publicApi.requestCode({ email: present, organizationId: shop.organization.id })
      if (code.error !== null) return refuse(failureText(code.error))
      setState((now) => ({ attempts: now.attempts, busy: false }))
      return setRequest(code.data.requestId)
    }
    if (error !== null) return refuse(error.status === 422 ? t('email.fault') : failureText(error))
    setState((now) => ({ attempts: now.attempts, busy: false }))
    setSentTo(typed)
    setEmail('')
  }
  // The new session goes on with what was typed.
  const proceed = (token: string) => {
    setRequest(null)
    renew(token)
    void send(createPortalApi(token, () => undefined))
  }
  if (request !== null) return <PresentEmailCode email={present} onDone={proceed} requestId={request} />
  return (
    <>
      {sentTo !== null && (
        <Banner alert tone="good">
          <span className="[overflow-wrap:anywhere]">{t('email.sent', { email: shownEmail(sentTo) })}</span>
        </Banner>
      )}
      <Form attempts={state.attempts} busy={state.busy} onSubmit={() => void send()}>
        <Field error={state.fault} hint={t('email.hint')} label={t('email.label')}>
          <TextInput
            autoComplete="email"
            inputMode="email"
            name="email"
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              setState((now) => ({ attempts: now.attempts, busy: false }))
            }}
            type="email"
            value={email}
          />
        </Field>
        <div>
          <Button busy={state.busy} type="submit">
            {t('email.send')}
          </Button>
        </div>
      </Form>
    </>
  )
}
