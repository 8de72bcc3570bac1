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
import { FormFailure } from './form-failure.tsx'
import { tFurther } from './further-messages.ts'
import { furtherErrorText } from './further-refusal.ts'
import { savedEmail, saveEmail } from './saved-email.ts'
import { textOf, useAuthForm } from './use-auth-form.ts'
import { View } from './view.tsx'

const resendSeconds = 60

type SendLink = (email: string) => Promise<Result<unknown>>

/** A form that requests a link by email. `purpose` selects its messages. */
export function EmailForm(props: { purpose: 'forgot' | 'verify'; send: SendLink; onSent: (email: string) => void; focused?: boolean }) {
  const { purpose, send, onSent, focused = false } = props
  const form = useAuthForm({
    check: (values) => ({ email: textOf(values, 'email').trim() === '' ? t('missing.email') : undefined }),
    send: (values) => send(textOf(values, 'email').trim()),
    done: (_, values) => {
      const email = textOf(values, 'email').trim()
      saveEmail(email)
      onSent(email)
    },
    text: furtherErrorText,
    fieldsByCode: { INVALID_EMAIL: 'email', USER_NOT_FOUND: 'email' },
  })
  return (
    <Form {...form.props}>
      <Field error={form.faults['email']} label={t('field.email')} required>
        <TextInput
          autoCapitalize="none"
          autoComplete="username"
          autoFocus={focused}
          defaultValue={savedEmail()}
          inputMode="email"
          name="email"
          size="tall"
          spellCheck={false}
        />
      </Field>
      <FormFailure error={form.failure} text={furtherErrorText} />
      <Button busy={form.busy} variant="primary" size="tall" type="submit" wide>
        {tFurther(`${purpose}.submit`)}
      </Button>
    </Form>
  )
}

/** Confirms that a link was sent, with a button to send it again. */
export function LinkSent(props: { purpose: 'forgot' | 'verify'; email: string; send: SendLink; onOther: () => void; backLink: ReactNode }) {
  const { purpose, email, send, onOther, backLink } = props
  return (
    <View
      beneath={
        <>
          <button className={linkClass} onClick={onOther} type="button">
            {tFurther('otherEmail')}
          </button>{' '}
          · {backLink}
        </>
      }
      lead={tFurther(`${purpose}.sentText`, { email })}
      title={tFurther(`${purpose}.sentTitle`)}
      focusTitle
    >
      <Text as="p" size="label" tone="muted">
        {tFurther(`${purpose}.notReceived`)}
      </Text>
      <Resend
        first={resendSeconds}
        label={(left) => (left > 0 ? tFurther(`${purpose}.resendIn`, { count: left }) : tFurther(`${purpose}.resend`))}
        send={() => send(email)}
        size="tall"
        text={furtherErrorText}
        wide
      />
    </View>
  )
}
