import { useEffect, useState } from 'react'
import { Avatar } from '#web/parts/avatar.tsx'
import { Resend } from '#web/parts/resend.tsx'
import { useHeadingFocus } from '#web/shell/public/use-heading-focus.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { type PortalOrganization, publicApi } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { PortalFoot } from '../frame.tsx'
import { t } from '../messages.ts'
import type { SessionEnd } from '../portal.tsx'

const CODE_LENGTH = 6
const RESEND_SECONDS = 60

/** A request for a code. The email is unknown where the customer came by the link of its email. */
interface CodeRequest {
  readonly id: string
  readonly email: string | null
}

/** The sign-in by a mailed code: the email, then the code. `requestId` is from the link of that email, `end` says why it is shown again. */
export default function SignIn(props: {
  shop: PortalOrganization
  requestId: string | null
  end: SessionEnd | null
  onDone: (token: string) => void
}) {
  const { shop, requestId, end, onDone } = props
  const { organization } = shop
  const [request, setRequest] = useState<CodeRequest | null>(requestId === null ? null : { id: requestId, email: null })
  const [email, setEmail] = useState('')
  useEffect(() => {
    document.title = t('title', { merchant: organization.name })
  }, [organization])
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[1fr_auto] gap-24">
      <main className="mx-auto grid w-full max-w-408 content-center gap-24 px-24 py-48 max-wide:content-start max-wide:px-16">
        <span className="flex min-w-0 items-center gap-12 font-strong">
          <Avatar name={organization.name} size={32} square src={organization.avatarUrl} />
          <span className="truncate">{organization.name}</span>
        </span>
        {request === null && end !== null && (
          <Banner alert tone={end === 'expired' ? 'warn' : 'info'}>
            {t(`signIn.${end}`)}
          </Banner>
        )}
        {request === null ? (
          <EmailForm email={email} onEmail={setEmail} onSent={(id) => setRequest({ id, email: email.trim() })} shop={shop} />
        ) : (
          <CodeForm onBack={() => setRequest(null)} onDone={onDone} onRequest={setRequest} request={request} shop={shop} />
        )}
      </main>
      <PortalFoot shop={shop} />
    </div>
  )
}

function Heading({ title, text }: { title: string; text: string }) {
  const heading = useHeadingFocus()
  return (
    <div className="grid gap-4">
      <h1 className="text-title font-strong tracking-heading outline-none [text-wrap:balance]" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="text-muted [overflow-wrap:anywhere]">{text}</p>
    </div>
  )
}

function EmailForm(props: { shop: PortalOrganization; email: string; onEmail: (email: string) => void; onSent: (id: string) => void }) {
  const { shop, email, onEmail, onSent } = props
  const [state, setState] = useState<{ fault?: string; failure?: string; attempts: number; busy: boolean }>({ attempts: 0, busy: false })
  const send = async () => {
    const refuse = (fault: string) => setState((now) => ({ fault, attempts: now.attempts + 1, busy: false }))
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) return refuse(t('signIn.emailFault'))
    setState((now) => ({ attempts: now.attempts, busy: true }))
    const { data, error } = await publicApi.requestCode({ email: email.trim(), organizationId: shop.organization.id })
    if (error === null) return onSent(data.requestId)
    if (error.status === 422) return refuse(t('signIn.emailFault'))
    setState((now) => ({ failure: failureText(error), attempts: now.attempts, busy: false }))
  }
  return (
    <>
      <Heading text={t('signIn.text', { merchant: shop.organization.name })} title={t('signIn.title')} />
      <Form attempts={state.attempts} busy={state.busy} onSubmit={() => void send()}>
        <Field error={state.fault} label={t('signIn.email')}>
          <TextInput
            autoComplete="email"
            inputMode="email"
            name="email"
            onChange={(event) => {
              onEmail(event.currentTarget.value)
              setState((now) => ({ attempts: now.attempts, busy: false }))
            }}
            size="tall"
            type="email"
            value={email}
          />
        </Field>
        {state.failure !== undefined && (
          <Banner alert tone="bad">
            {state.failure}
          </Banner>
        )}
        <Button busy={state.busy} size="tall" type="submit" variant="primary" wide>
          {t('signIn.send')}
        </Button>
      </Form>
    </>
  )
}

function CodeForm(props: {
  shop: PortalOrganization
  request: CodeRequest
  onRequest: (request: CodeRequest) => void
  onBack: () => void
  onDone: (token: string) => void
}) {
  const { shop, request, onRequest, onBack, onDone } = props
  const { email } = request
  const [code, setCode] = useState('')
  const [state, setState] = useState<{ fault?: string; attempts: number; busy: boolean }>({ attempts: 0, busy: false })
  const send = async () => {
    const refuse = (fault: string) => setState((now) => ({ fault, attempts: now.attempts + 1, busy: false }))
    if (code.replace(/[\s-]/g, '').length !== CODE_LENGTH) return refuse(t('signIn.codeShort'))
    setState((now) => ({ attempts: now.attempts, busy: true }))
    const { data, error } = await publicApi.redeemCode({ code, requestId: request.id })
    if (error === null) return onDone(data.token)
    refuse(error.status === 422 ? t('signIn.codeShort') : failureText(error))
  }
  const resend = async () => {
    const result = await publicApi.requestCode({ email: email ?? '', organizationId: shop.organization.id })
    if (result.error === null) onRequest({ id: result.data.requestId, email })
    return result
  }
  return (
    <>
      <Heading text={email === null ? t('signIn.codeTextLink') : t('signIn.codeText', { email })} title={t('signIn.codeTitle')} />
      <Form attempts={state.attempts} busy={state.busy} onSubmit={() => void send()}>
        <Field error={state.fault} hint={t('signIn.codeHint')} label={t('signIn.code')}>
          <TextInput
            autoCapitalize="characters"
            autoComplete="one-time-code"
            autoFocus
            maxLength={12}
            name="code"
            numeric
            onChange={(event) => {
              setCode(event.currentTarget.value.toUpperCase())
              setState((now) => ({ attempts: now.attempts, busy: false }))
            }}
            size="tall"
            spellCheck={false}
            value={code}
          />
        </Field>
        <Button busy={state.busy} size="tall" type="submit" variant="primary" wide>
          {t('signIn.open')}
        </Button>
      </Form>
      <div className="flex flex-wrap items-start justify-between gap-8">
        {email !== null && (
          <Resend
            first={RESEND_SECONDS}
            label={(left) => (left > 0 ? t('signIn.resendIn', { seconds: left }) : t('signIn.resend'))}
            send={resend}
            text={failureText}
          />
        )}
        <Button onClick={onBack} variant="quiet">
          {t(email === null ? 'signIn.newCode' : 'signIn.otherEmail')}
        </Button>
      </div>
    </>
  )
}
