import { type ReactNode, useEffect, useState } from 'react'
import { nextPage, signInPage } from '#web/next-page.ts'
import { asAddressFault } from '#web/parts/address-fault.ts'
import { Resend } from '#web/parts/resend.tsx'
import { t } from '#web/shell/public/words.ts'
import { Button, buttonClass } from '#web/ui/acts/button.tsx'
import { Link, linkClass } from '#web/ui/acts/link.tsx'
import { Field } from '#web/ui/asking/field.tsx'
import { Form } from '#web/ui/asking/form.tsx'
import { TextInput } from '#web/ui/asking/text-input.tsx'
import { Text } from '#web/ui/words/text.tsx'
import { keepAddress, keptAddress } from './address.ts'
import { auth } from './client.ts'
import { FormFailure } from './form-failure.tsx'
import { more } from './further-words.ts'
import { ownAccount } from './own-account.ts'
import { refusedText } from './refusal.ts'
import { textOf, useAuthForm } from './use-auth-form.ts'
import { verifiedPage } from './verify-places.ts'
import { View } from './view.tsx'

const patience = 60
const send = (email: string) => ownAccount.sendVerificationEmail({ email, callbackURL: verifiedPage() }).then(asAddressFault)
const faults: Readonly<Record<string, 'expired' | 'unknown' | 'wrong'>> = {
  token_expired: 'expired',
  user_not_found: 'unknown',
  unauthorized: 'wrong',
}

/** All that can be said about proving an address: a link was mailed, it worked, it did not, or one may be asked for. */
export default function VerifyEmailView() {
  const query = new URLSearchParams(location.search)
  const error = query.get('error')
  const [sentTo, setSentTo] = useState(() => (query.get('state') === 'sent' ? keptAddress() : ''))
  const back = <Link href={`/sign-in${nextOf(query)}`}>{more('backToSignIn')}</Link>
  if (sentTo !== '') return <Sent back={back} email={sentTo} key={sentTo} onOther={() => setSentTo('')} />
  if (error !== null) {
    const fault = faults[error] ?? 'invalid'
    const isFinal = fault === 'unknown' || fault === 'wrong'
    return (
      <View beneath={fault === 'wrong' ? undefined : back} lead={more(`verify.${fault}Text`)} title={more(`verify.${fault}Title`)} told>
        {isFinal ? fault === 'wrong' && <OtherAccount /> : <AskForm onSent={setSentTo} />}
      </View>
    )
  }
  if (query.get('state') === 'verified') return <Verified />
  return (
    <View beneath={back} lead={more('verify.askText')} title={more('verify.askTitle')}>
      <AskForm focused onSent={setSentTo} />
    </View>
  )
}

function nextOf(query: URLSearchParams): string {
  const next = query.get('next')
  return next === null ? '' : `?${new URLSearchParams({ next })}`
}

function Sent({ email, onOther, back }: { email: string; onOther: () => void; back: ReactNode }) {
  return (
    <View
      beneath={
        <>
          <button className={linkClass} onClick={onOther} type="button">
            {more('otherAddress')}
          </button>{' '}
          · {back}
        </>
      }
      lead={more('verify.sentText', { email })}
      title={more('verify.sentTitle')}
      told
    >
      <Text as="p" size="label" tone="muted">
        {more('verify.nothing')}
      </Text>
      <Resend
        first={patience}
        label={(left) => (left > 0 ? more('verify.againIn', { count: left }) : more('verify.again'))}
        send={() => send(email)}
        size="tall"
        text={refusedText}
        wide
      />
    </View>
  )
}

/** The link worked. Whether it also signed in is asked of the server. */
function Verified() {
  const [isSignedIn, setIsSignedIn] = useState<boolean | null>(null)
  useEffect(() => {
    void auth.getSession().then(({ data }) => setIsSignedIn(data !== null))
  }, [])
  const next = nextPage(location.search, location.origin)
  return (
    <View lead={more('verify.verifiedText')} title={more('verify.verifiedTitle')} told>
      {isSignedIn !== null && (
        <a
          className={buttonClass({ look: 'primary', size: 'tall', wide: true })}
          href={isSignedIn ? next : `/sign-in${nextOf(new URLSearchParams(location.search))}`}
        >
          {isSignedIn ? more('goOn') : more('toSignIn')}
        </a>
      )}
    </View>
  )
}

function OtherAccount() {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await auth.signOut()
    location.assign(signInPage({ pathname: '/dashboard', search: '' }))
  }
  return (
    <Button busy={busy} look="primary" onClick={() => void leave()} size="tall" wide>
      {more('verify.otherAccount')}
    </Button>
  )
}

function AskForm({ onSent, focused = false }: { onSent: (email: string) => void; focused?: boolean }) {
  const form = useAuthForm({
    check: (values) => ({ email: textOf(values, 'email').trim() === '' ? t('missing.email') : undefined }),
    send: (values) => send(textOf(values, 'email').trim()),
    done: (_, values) => {
      const email = textOf(values, 'email').trim()
      keepAddress(email)
      onSent(email)
    },
    placed: { INVALID_EMAIL: 'email', USER_NOT_FOUND: 'email' },
  })
  return (
    <Form busy={form.busy} faults={form.faults} onSubmit={form.submit}>
      <Field error={form.faults['email']} label={t('field.email')} required>
        <TextInput
          autoCapitalize="none"
          autoComplete="username"
          autoFocus={focused}
          defaultValue={keptAddress()}
          inputMode="email"
          name="email"
          size="tall"
          spellCheck={false}
        />
      </Field>
      <FormFailure error={form.failure} />
      <Button busy={form.busy} look="primary" size="tall" type="submit" wide>
        {more('verify.submit')}
      </Button>
    </Form>
  )
}
