import { useState } from 'react'
import { nextPage } from '#web/next-page.ts'
import { errorText } from '#web/refusal.ts'
import { AuthFrame } from '#web/shell/public/auth-frame.tsx'
import { t } from '#web/shell/public/words.ts'
import { Button } from '#web/ui/acts/button.tsx'
import { Link } from '#web/ui/acts/link.tsx'
import { Field } from '#web/ui/asking/field.tsx'
import { Form } from '#web/ui/asking/form.tsx'
import { PasswordInput } from '#web/ui/asking/password-input.tsx'
import { TextInput } from '#web/ui/asking/text-input.tsx'
import { auth } from './client.ts'
import { FormFailure } from './form-failure.tsx'
import { textOf, useAuthForm } from './use-auth-form.ts'

const shortest = 8
const longest = 128

/** Make an account. Where addresses must be verified first, says where the mail went instead of going on. */
export function SignUpView() {
  const [mailed, setMailed] = useState<string | null>(null)
  const signIn = <Link href={`/sign-in${location.search}`}>{t('signUp.signIn')}</Link>
  if (mailed !== null) {
    return (
      <AuthFrame beneath={signIn} lead={t('signUp.checkMail', { email: mailed })} product={t('product')} title={t('signUp.checkMailTitle')}>
        {null}
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      beneath={
        <>
          {t('signUp.haveOne')} {signIn}
        </>
      }
      lead={t('signUp.lead')}
      product={t('product')}
      title={t('signUp.title')}
    >
      <SignUpForm onMailed={setMailed} />
    </AuthFrame>
  )
}

function passwordFault(password: string): string | undefined {
  if (password === '') return t('missing.password')
  if (password.length < shortest) return errorText({ code: 'PASSWORD_TOO_SHORT', message: '', status: 400 })
  return password.length > longest ? errorText({ code: 'PASSWORD_TOO_LONG', message: '', status: 400 }) : undefined
}

function SignUpForm({ onMailed }: { onMailed: (email: string) => void }) {
  const form = useAuthForm({
    check: (values) => ({
      name: textOf(values, 'name').trim() === '' ? t('missing.name') : undefined,
      email: textOf(values, 'email').trim() === '' ? t('missing.email') : undefined,
      password: passwordFault(textOf(values, 'password')),
    }),
    send: (values) =>
      auth.signUp.email({
        name: textOf(values, 'name').trim(),
        email: textOf(values, 'email').trim(),
        password: textOf(values, 'password'),
      }),
    done: ({ token, user }) => (token === null ? onMailed(user.email) : location.replace(nextPage(location.search, location.origin))),
    placed: {
      INVALID_EMAIL: 'email',
      USER_ALREADY_EXISTS: 'email',
      PASSWORD_TOO_SHORT: 'password',
      PASSWORD_TOO_LONG: 'password',
      PASSWORD_TOO_COMMON: 'password',
    },
  })
  return (
    <Form busy={form.busy} faults={form.faults} onSubmit={form.submit}>
      <Field error={form.faults['name']} label={t('field.name')} required>
        <TextInput autoComplete="name" autoFocus name="name" size="tall" />
      </Field>
      <Field error={form.faults['email']} label={t('field.email')} required>
        <TextInput autoCapitalize="none" autoComplete="username" inputMode="email" name="email" size="tall" spellCheck={false} />
      </Field>
      <Field error={form.faults['password']} hint={t('signUp.passwordHint')} label={t('field.password')} required>
        <PasswordInput autoComplete="new-password" name="password" size="tall" />
      </Field>
      <FormFailure error={form.failure} />
      <Button busy={form.busy} look="primary" size="tall" type="submit" wide>
        {t('signUp.submit')}
      </Button>
    </Form>
  )
}
