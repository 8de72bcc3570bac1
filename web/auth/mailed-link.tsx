import type { ReactNode } from 'react'
import type { Result } from '#client/index.ts'
import { Resend } from '#web/parts/resend.tsx'
import { t } from '#web/shell/public/messages.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Text } from '#web/ui/text/text.tsx'
import { keepAddress, keptAddress } from './address.ts'
import { FormFailure } from './form-failure.tsx'
import { more } from './further-messages.ts'
import { furtherText } from './further-refusal.ts'
import { textOf, useAuthForm } from './use-auth-form.ts'
import { View } from './view.tsx'

const patience = 60

type Mail = (email: string) => Promise<Result<unknown>>

/** Asks for an address and has a link mailed there. `about` is whose words it speaks. */
export function AddressForm(props: { about: 'forgot' | 'verify'; mail: Mail; onSent: (email: string) => void; focused?: boolean }) {
  const { about, mail, onSent, focused = false } = props
  const form = useAuthForm({
    check: (values) => ({ email: textOf(values, 'email').trim() === '' ? t('missing.email') : undefined }),
    send: (values) => mail(textOf(values, 'email').trim()),
    done: (_, values) => {
      const email = textOf(values, 'email').trim()
      keepAddress(email)
      onSent(email)
    },
    text: furtherText,
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
      <FormFailure error={form.failure} text={furtherText} />
      <Button busy={form.busy} look="primary" size="tall" type="submit" wide>
        {more(`${about}.submit`)}
      </Button>
    </Form>
  )
}

/** Says that a link was mailed, and mails it again for whoever waits. */
export function LinkMailed(props: { about: 'forgot' | 'verify'; email: string; mail: Mail; onOther: () => void; back: ReactNode }) {
  const { about, email, mail, onOther, back } = props
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
      lead={more(`${about}.sentText`, { email })}
      title={more(`${about}.sentTitle`)}
      told
    >
      <Text as="p" size="label" tone="muted">
        {more(`${about}.nothing`)}
      </Text>
      <Resend
        first={patience}
        label={(left) => (left > 0 ? more(`${about}.againIn`, { count: left }) : more(`${about}.again`))}
        send={() => mail(email)}
        size="tall"
        text={furtherText}
        wide
      />
    </View>
  )
}
