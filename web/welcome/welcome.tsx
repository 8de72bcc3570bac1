import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { shownEmail } from '#kernel/emails/email.ts'
import { organizationsQuery } from '#web/api.ts'
import { AuthFrame } from '#web/shell/public/auth-frame.tsx'
import { FullPage } from '#web/shell/public/full-page.tsx'
import { useSession } from '#web/shell/session.tsx'
import { useSignOut } from '#web/shell/sign-out.ts'
import { linkClass } from '#web/ui/actions/link.tsx'
import { awaitingQuery, optionsQuery } from './client.ts'
import { creationOf } from './creation.ts'
import { Invited } from './invited.tsx'
import { t } from './messages.ts'
import { NoCreation } from './no-creation.tsx'
import { OrganizationForm } from './organization-form.tsx'

/**
 * Accepts an invitation, or creates an organization, whose creator becomes its owner. Either becomes the active organization. Where the
 * user can create none, the page says what to do instead.
 */
export default function Welcome() {
  const { user } = useSession()
  const options = useQuery(optionsQuery)
  const organizations = useQuery(organizationsQuery)
  // Invitations are shown only to a user whose email is verified.
  const awaiting = useQuery({ ...awaitingQuery, enabled: user.emailVerified })
  const [left, setLeft] = useState<readonly string[]>([])
  const waiting = useRef<HTMLUListElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  // The removed element had the focus: the element in its position receives it.
  useEffect(() => {
    if (left.length > 0) (waiting.current?.querySelector('button') ?? nameField.current)?.focus()
  }, [left])
  if (awaiting.isLoading || organizations.isLoading || options.isLoading) return <FullPage>{null}</FullPage>
  const invitations = awaiting.data?.filter(({ id }) => !left.includes(id)) ?? []
  const invited = (onLater?: (id: string) => void) =>
    invitations.length > 0 && <Invited invitations={invitations} onLater={onLater} ref={waiting} />
  const memberships = organizations.data ?? []
  const creation = creationOf(options.data, memberships.length)
  if (creation !== 'open') {
    const texts = invitations.length > 0 ? ({ title: t('welcome.invitedTitle'), lead: t('welcome.joinText') } as const) : undefined
    return (
      <WelcomeFrame
        lead={texts?.lead ?? t(`welcome.${creation}Text`, { count: memberships.length })}
        title={texts?.title ?? t(`welcome.${creation}Title`)}
      >
        {invited()}
        <NoCreation
          hasInvitations={invitations.length > 0}
          home={memberships[0]}
          isChecking={awaiting.isFetching}
          onCheck={() => void awaiting.refetch()}
        />
      </WelcomeFrame>
    )
  }
  const isInvited = invitations.length > 0
  const title = isInvited ? 'welcome.invitedTitle' : memberships.length > 0 ? 'welcome.furtherTitle' : 'welcome.title'
  return (
    <WelcomeFrame
      lead={isInvited ? t('welcome.invitedDescription', { count: invitations.length }) : t('welcome.description')}
      title={t(title)}
    >
      {isInvited && (
        <>
          {invited((id) => setLeft([...left, id]))}
          <p className="-my-8 flex items-center gap-12 text-caption text-muted before:h-1 before:flex-1 before:bg-line after:h-1 after:flex-1 after:bg-line">
            {t('welcome.or')}
          </p>
          <h2 className="text-lead font-strong">{t('welcome.ownTitle')}</h2>
        </>
      )}
      <OrganizationForm isFirst={!isInvited} ref={nameField} />
    </WelcomeFrame>
  )
}

/** The frame of the page; at its end the user, who can sign out. */
function WelcomeFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { user } = useSession()
  const signOut = useSignOut()
  useEffect(() => {
    document.title = `${title} · Guildhall`
  }, [title])
  return (
    <AuthFrame
      beneath={
        <>
          {t('welcome.signedInAs', { email: shownEmail(user.email) })}.{' '}
          <button className={linkClass} onClick={signOut} type="button">
            {t('welcome.signOut')}
          </button>
        </>
      }
      lead={lead}
      product="Guildhall"
      title={title}
    >
      {children}
    </AuthFrame>
  )
}
