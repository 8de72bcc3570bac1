import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Ref, useEffect, useRef, useState } from 'react'
import { client, organizationsQuery, queryClient, useAction } from '#web/api.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { AuthFrame } from '#web/shell/public/auth-frame.tsx'
import { FullPage } from '#web/shell/public/full-page.tsx'
import { useSession } from '#web/shell/session.tsx'
import { useSignOut } from '#web/shell/sign-out.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { linkClass } from '#web/ui/actions/link.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { filled, type Rules } from '#web/ui/inputs/rules.ts'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
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

interface OrganizationValues {
  readonly name: string
  /** Null while it follows from the name. */
  readonly slug: string | null
}

const slugIn = ({ name, slug }: OrganizationValues) => slug ?? slugOf(name)

const rules: Rules<OrganizationValues> = {
  name: filled(t('welcome.missingName')),
  slug: (_, values) => {
    const slug = slugIn(values)
    if (slug === '') return t('welcome.missingSlug')
    return isSlug(slug) ? undefined : t('welcome.invalidSlug')
  },
}
const slugTaken = { ORGANIZATION_ALREADY_EXISTS: 'slug' } as const

/** `isFirst`: whether it is the main content, which takes the focus. `ref` is its first field. */
function OrganizationForm({ isFirst, ref }: { isFirst: boolean; ref: Ref<HTMLInputElement> }) {
  const router = useRouter()
  const create = useAction(client.auth.organization.create)
  const form = useForm<OrganizationValues, { readonly slug: string }>({
    initial: { name: '', slug: null },
    rules,
    refusals: { codes: slugTaken },
    send: (values) => create.run({ name: values.name.trim(), slug: slugIn(values) }),
    onDone: async ({ slug }) => {
      await queryClient.fetchQuery({ ...organizationsQuery, staleTime: 0 })
      router.history.replace(`/dashboard/${slug}`)
    },
  })
  return (
    <AppForm {...form.props} focusFirst={isFirst}>
      <Field {...form.field('name')} hint={t('welcome.nameHint')} label={t('welcome.name')} required>
        <TextInput {...form.text('name')} autoComplete="organization" maxLength={250} ref={ref} size="tall" />
      </Field>
      <Field {...form.field('slug')} hint={t('welcome.slugHint')} label={t('welcome.slug')} required>
        <TextInput
          autoCapitalize="none"
          autoComplete="off"
          before="/dashboard/"
          name="slug"
          onChange={(event) => form.set({ slug: event.target.value })}
          size="tall"
          spellCheck={false}
          value={slugIn(form.values)}
        />
      </Field>
      <FormFailure text={form.failure} />
      <Button busy={form.busy} variant={isFirst ? 'primary' : 'plain'} size="tall" type="submit" wide>
        {t('welcome.submit')}
      </Button>
    </AppForm>
  )
}
