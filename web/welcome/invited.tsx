import { useRouter } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { CallError, RecipientInvitation } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { organizationErrors } from '#messages/organizations/errors-organizations.ts'
import { organizationsQuery, queryClient, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { locale, messages } from '#web/language.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { awaitingQuery, organizations } from './client.ts'
import { t } from './messages.ts'

const faults = messages(organizationErrors)
const refusedText = (error: CallError): string => faults.find(error.code) ?? errorText(error)
const list = new Intl.ListFormat(locale)
const asRoles = (roles: string): string => list.format(roles.split(',').map((role) => t.find(`welcome.as.${role.trim()}`) ?? role.trim()))

/**
 * The user's invitations: one click accepts an invitation; one that is left for later stays open, and its emailed link stays valid. Without
 * `onLater` none is left, because the page has nothing else to show.
 */
export function Invited(props: {
  invitations: readonly RecipientInvitation[]
  onLater: ((id: string) => void) | undefined
  ref: Ref<HTMLUListElement>
}) {
  const { invitations, onLater, ref } = props
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-12" ref={ref}>
      {invitations.map((invitation) => (
        <li className="grid grid-cols-[minmax(0,1fr)] gap-16 rounded-card border border-line bg-surface p-16" key={invitation.id}>
          <Waiting invitation={invitation} onLater={onLater && (() => onLater(invitation.id))} />
        </li>
      ))}
    </ul>
  )
}

function Waiting({ invitation, onLater }: { invitation: RecipientInvitation; onLater: (() => void) | undefined }) {
  const router = useRouter()
  const { organizationName: organization, inviterEmail } = invitation
  const inviter = shownEmail(inviterEmail)
  const accept = useAction(organizations.acceptInvitation)
  const join = async () => {
    const result = await accept.run({ invitationId: invitation.id })
    if (result?.data == null) return
    await Promise.all([
      queryClient.fetchQuery({ ...organizationsQuery, staleTime: 0 }),
      queryClient.invalidateQueries({ queryKey: ['session'] }),
    ])
    queryClient.setQueryData(awaitingQuery.queryKey, (all) => all?.filter(({ id }) => id !== invitation.id))
    router.history.replace(`/dashboard/${invitation.organizationSlug}`)
  }
  return (
    <>
      <div className="grid gap-2">
        <p className="font-strong [overflow-wrap:anywhere]">{organization}</p>
        <p className="text-label text-muted [overflow-wrap:anywhere]">
          {t('welcome.invitedBy', { inviter, role: asRoles(invitation.role) })}
        </p>
      </div>
      {accept.error !== null && (
        <Banner alert tone="bad">
          {refusedText(accept.error)}
        </Banner>
      )}
      <div className="grid auto-cols-fr grid-flow-col gap-8">
        <Button
          aria-label={t('welcome.joinLabel', { organization })}
          busy={accept.busy}
          variant="primary"
          onClick={() => void join()}
          size="tall"
          wide
        >
          {t('welcome.join')}
        </Button>
        {onLater !== undefined && (
          <Button aria-label={t('welcome.laterLabel', { organization })} disabled={accept.busy} onClick={onLater} size="tall" wide>
            {t('welcome.later')}
          </Button>
        )}
      </div>
    </>
  )
}
