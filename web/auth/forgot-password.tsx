import { useState } from 'react'
import { asAddressFault } from '#web/parts/address-fault.ts'
import { Resend } from '#web/parts/resend.tsx'
import { t } from '#web/shell/public/words.ts'
import { Button } from '#web/ui/acts/button.tsx'
import { Link, linkClass } from '#web/ui/acts/link.tsx'
import { Field } from '#web/ui/asking/field.tsx'
import { Form } from '#web/ui/asking/form.tsx'
import { TextInput } from '#web/ui/asking/text-input.tsx'
import { Text } from '#web/ui/words/text.tsx'
import { keepAddress, keptAddress } from './address.ts'
import { FormFailure } from './form-failure.tsx'
import { more } from './further-words.ts'
import { ownAccount } from './own-account.ts'
import { refusedText } from './refusal.ts'
import { textOf, useAuthForm } from './use-auth-form.ts'
import { View } from './view.tsx'

const patience = 60
const ask = (email: string) => ownAccount.forgetPassword({ email, redirectTo: '/reset-password' }).then(asAddressFault)

/** Asks for an address and mails a link there. What it says next is the same whether somebody has the address or not. */
export default function ForgotPasswordView() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const back = <Link href="/sign-in">{more('backToSignIn')}</Link>
  if (sentTo === null) {
    return (
      <View beneath={back} lead={more('forgot.lead')} title={more('forgot.title')}>
        <ForgotForm onSent={setSentTo} />
      </View>
    )
  }
  return (
    <View
      beneath={
        <>
          <button className={linkClass} onClick={() => setSentTo(null)} type="button">
            {more('otherAddress')}
          </button>{' '}
          · {back}
        </>
      }
      lead={more('forgot.sentText', { email: sentTo })}
      title={more('forgot.sentTitle')}
      told
    >
      <Text as="p" size="label" tone="muted">
        {more('forgot.nothing')}
      </Text>
      <Resend
        first={patience}
        label={(left) => (left > 0 ? more('forgot.againIn', { count: left }) : more('forgot.again'))}
        send={() => ask(sentTo)}
        size="tall"
        text={refusedText}
        wide
      />
    </View>
  )
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useAuthForm({
    check: (values) => ({ email: textOf(values, 'email').trim() === '' ? t('missing.email') : undefined }),
    send: (values) => ask(textOf(values, 'email').trim()),
    done: (_, values) => {
      const email = textOf(values, 'email').trim()
      keepAddress(email)
      onSent(email)
    },
    placed: { INVALID_EMAIL: 'email' },
  })
  return (
    <Form busy={form.busy} faults={form.faults} onSubmit={form.submit}>
      <Field error={form.faults['email']} label={t('field.email')} required>
        <TextInput
          autoCapitalize="none"
          autoComplete="username"
          autoFocus
          defaultValue={keptAddress()}
          inputMode="email"
          name="email"
          size="tall"
          spellCheck={false}
        />
      </Field>
      <FormFailure error={form.failure} />
      <Button busy={form.busy} look="primary" size="tall" type="submit" wide>
        {more('forgot.submit')}
      </Button>
    </Form>
  )
}
