import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Ref, useEffect, useRef, useState } from 'react'
import { client, organizationsQuery, queryClient, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { AuthFrame } from '#web/shell/public/auth-frame.tsx'
import { FullPage } from '#web/shell/public/full-page.tsx'
import { useSession } from '#web/shell/session.tsx'
import { useSignOut } from '#web/shell/sign-out.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { awaitingQuery } from './client.ts'
import { Invited } from './invited.tsx'
import { t } from './messages.ts'
import { isSlug, slugOf } from './slug.ts'

/** Accepts an invitation, or creates an organization, whose creator becomes its owner. Either becomes the active organization. */
export default function Welcome() {
  const { user } = useSession()
  const signOut = useSignOut()
  const organizations = useQuery(organizationsQuery)
  // Invitations are shown only to a user whose email is verified.
  const awaiting = useQuery({ ...awaitingQuery, enabled: user.emailVerified })
  const [left, setLeft] = useState<readonly string[]>([])
  const invitations = awaiting.data?.filter(({ id }) => !left.includes(id)) ?? []
  const isInvited = invitations.length > 0
  const isFurther = (organizations.data?.length ?? 0) > 0
  const title = t(isInvited ? 'welcome.invitedTitle' : isFurther ? 'welcome.furtherTitle' : 'welcome.title')
  useEffect(() => {
    document.title = `${title} · Guildhall`
  }, [title])
  const waiting = useRef<HTMLUListElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  // The removed element had the focus: the element in its position receives it.
  useEffect(() => {
    if (left.length > 0) (waiting.current?.querySelector('button') ?? nameField.current)?.focus()
  }, [left])
  if (awaiting.isLoading || organizations.isLoading) return <FullPage>{null}</FullPage>
  return (
    <AuthFrame
      beneath={
        <>
          {t('welcome.signedInAs', { email: user.email })}.{' '}
          <button className={linkClass} onClick={signOut} type="button">
            {t('welcome.signOut')}
          </button>
        </>
      }
      lead={isInvited ? t('welcome.invitedDescription', { count: invitations.length }) : t('welcome.description')}
      product="Guildhall"
      title={title}
    >
      {isInvited && (
        <>
          <Invited invitations={invitations} onLater={(id) => setLeft([...left, id])} ref={waiting} />
          <p className="-my-8 flex items-center gap-12 text-caption text-muted before:h-1 before:flex-1 before:bg-line after:h-1 after:flex-1 after:bg-line">
            {t('welcome.or')}
          </p>
          <h2 className="text-lead font-strong">{t('welcome.ownTitle')}</h2>
        </>
      )}
      <OrganizationForm isFirst={!isInvited} ref={nameField} />
    </AuthFrame>
  )
}

/** `isFirst`: whether it is the main content, which takes the focus. `ref` is its first field. */
function OrganizationForm({ isFirst, ref }: { isFirst: boolean; ref: Ref<HTMLInputElement> }) {
  const router = useRouter()
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const [tried, setTried] = useState(0)
  const create = useAction(client.auth.organization.create)
  const slug = ownSlug ?? slugOf(name)
  const wrongName = name.trim() === '' ? t('welcome.missingName') : undefined
  const wrongSlug = slug === '' ? t('welcome.missingSlug') : isSlug(slug) ? undefined : t('welcome.invalidSlug')
  const taken = create.error?.code === 'ORGANIZATION_ALREADY_EXISTS'

  const submit = async () => {
    setTried(tried + 1)
    if (wrongName !== undefined || wrongSlug !== undefined) return
    const result = await create.run({ name: name.trim(), slug })
    if (result?.data == null) {
      setTried(tried + 2)
      return
    }
    await queryClient.fetchQuery({ ...organizationsQuery, staleTime: 0 })
    router.history.replace(`/dashboard/${result.data.slug}`)
  }
  return (
    <Form busy={create.busy} faults={tried} onSubmit={() => void submit()}>
      <Field error={tried > 0 ? wrongName : undefined} hint={t('welcome.nameHint')} label={t('welcome.name')} required>
        <TextInput
          autoComplete="organization"
          autoFocus={isFirst}
          maxLength={250}
          onChange={(event) => setName(event.target.value)}
          ref={ref}
          size="tall"
          value={name}
        />
      </Field>
      <Field
        error={tried > 0 ? (wrongSlug ?? (taken && create.error !== null ? errorText(create.error) : undefined)) : undefined}
        hint={t('welcome.slugHint')}
        label={t('welcome.slug')}
        required
      >
        <TextInput
          autoCapitalize="none"
          autoComplete="off"
          before="/dashboard/"
          onChange={(event) => {
            setOwnSlug(event.target.value)
            create.reset()
          }}
          size="tall"
          spellCheck={false}
          value={slug}
        />
      </Field>
      {create.error !== null && !taken && (
        <Banner alert tone="bad">
          {errorText(create.error)}
        </Banner>
      )}
      <Button busy={create.busy} variant={isFirst ? 'primary' : 'plain'} size="tall" type="submit" wide>
        {t('welcome.submit')}
      </Button>
    </Form>
  )
}
