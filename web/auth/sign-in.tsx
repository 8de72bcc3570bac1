import { useEffect } from 'react'
import type { Result } from '#client/index.ts'
import { nextPage } from '#web/next-page.ts'
import { t } from '#web/shell/public/messages.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { keepAddress, keptAddress } from './address.ts'
import { auth } from './client.ts'
import { FormFailure } from './form-failure.tsx'
import { useOptions } from './options.ts'
import { textOf, useAuthForm } from './use-auth-form.ts'
import { View } from './view.tsx'

const goOn = () => location.replace(nextPage(location.search, location.origin))
/** What was typed goes along to the page where it is wanted next, if it is an address. */
const keepTyped = (name: string) => name.includes('@') && keepAddress(name)

/** Sign in by a provider, or with an address or a user name and a password. Somebody who is signed in already is sent on. */
export function SignInView() {
  const { providers, password, Buttons, isLate } = useOptions()
  useEffect(() => {
    void auth.getSession().then(({ data }) => data !== null && goOn())
  }, [])
  const hasForm = password.signIn
  const hangs = isLate && hasForm
  const takesNew = password.signUp || providers.some(({ signUp }) => signUp)
  const buttons = Buttons !== null && (
    <Buttons form={hasForm ? (hangs ? 'above' : 'beneath') : null} isSignUp={false} providers={providers} />
  )
  return (
    <View
      beneath={
        takesNew ? (
          <>
            {t('signIn.newHere')} <Link href={`/sign-up${location.search}`}>{t('signIn.create')}</Link>
          </>
        ) : undefined
      }
      late={hangs && buttons}
      lead={hasForm || providers.length > 0 ? t('signIn.lead') : t('signIn.closed')}
      title={t('signIn.title')}
    >
      {!hangs && buttons}
      {hasForm && <SignInForm resets={password.reset} />}
    </View>
  )
}

/** `resets`: whether a forgotten password is replaced. */
function SignInForm({ resets }: { resets: boolean }) {
  const form = useAuthForm({
    check: (values) => ({
      name: textOf(values, 'name').trim() === '' ? t('missing.emailOrUsername') : undefined,
      password: textOf(values, 'password') === '' ? t('missing.password') : undefined,
    }),
    send: (values): Promise<Result<unknown>> => {
      const name = textOf(values, 'name').trim()
      keepTyped(name)
      const rest = { password: textOf(values, 'password'), rememberMe: values.has('remember') }
      return name.includes('@') ? auth.signIn.email({ email: name, ...rest }) : auth.signIn.username({ username: name, ...rest })
    },
    done: goOn,
    placed: { INVALID_EMAIL: 'name', USERNAME_IS_TOO_SHORT: 'name', USERNAME_IS_TOO_LONG: 'name', USERNAME_IS_INVALID: 'name' },
  })
  return (
    <Form busy={form.busy} faults={form.faults} onSubmit={form.submit}>
      <Field error={form.faults['name']} label={t('field.emailOrUsername')} required>
        <TextInput
          autoCapitalize="none"
          autoComplete="username"
          autoFocus
          defaultValue={keptAddress()}
          inputMode="email"
          name="name"
          onBlur={(event) => keepTyped(event.target.value.trim())}
          size="tall"
          spellCheck={false}
        />
      </Field>
      <Field
        beside={resets ? <Link href="/forgot-password">{t('signIn.forgot')}</Link> : undefined}
        error={form.faults['password']}
        label={t('field.password')}
        required
      >
        <PasswordInput autoComplete="current-password" name="password" size="tall" />
      </Field>
      <FormFailure
        act={
          form.failure?.code === 'EMAIL_NOT_VERIFIED' ? (
            <Link href={`/verify-email${location.search}`}>{t('signIn.verify')}</Link>
          ) : undefined
        }
        error={form.failure}
      />
      <Checkbox defaultChecked label={t('signIn.remember')} name="remember" />
      <Button busy={form.busy} look="primary" size="tall" type="submit" wide>
        {t('signIn.submit')}
      </Button>
    </Form>
  )
}
