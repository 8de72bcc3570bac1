import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminOrganizationDetails } from '#client/types.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { adminHref } from '#web/admin/href.ts'
import { organizationsQuery } from '#web/api.ts'
import type { Command } from '#web/command.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { copy } from '#web/parts/copy.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { DetailFrame } from '#web/shell/detail/detail-frame.tsx'
import { usePageSearch } from '#web/shell/pages/page-search.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardFoot, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { CopyShapeIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { LazyEntriesCard } from '../audit-log/lazy-entries-card.tsx'
import type { organizationPageSearch } from '../search.ts'
import { SingleResource } from '../single-resource.tsx'
import { useResourceId } from '../use-resource.ts'
import { BlockDialog, BlockNotice, blockCommand, UnblockDialog } from './block.tsx'
import { t } from './messages.ts'
import { organizationQuery } from './organization.ts'
import { OrganizationPill } from './status.tsx'

/** Members shown before the list is expanded. */
const initialCount = 20
const crumb = { label: t('title'), href: adminHref('organizations') }

/** One organization with its members and its audit entries. */
export default function OrganizationDetail() {
  const id = useResourceId()
  const query = useQuery(organizationQuery(id))
  return (
    <SingleResource crumb={crumb} id={id} query={query}>
      {(organization) => <OrganizationContent organization={organization} />}
    </SingleResource>
  )
}

function OrganizationContent({ organization }: { organization: AdminOrganizationDetails }) {
  const { id, name, slug, createdAt, memberCount, teamCount, pendingInvitationCount } = organization
  const { at, set } = usePageSearch<typeof organizationPageSearch>()
  const openDialog = (dialog: 'block' | 'unblock') => set({ dialog })
  const dialog = { organization, onClose: () => set({ dialog: undefined }) }
  const block = blockCommand(organization, openDialog)
  const ownOrganizations = useQuery(organizationsQuery).data ?? []
  const router = useRouter()
  const dashboard = `/dashboard/${slug}`
  const open: Command = {
    id: 'organization-dashboard',
    label: t('openDashboard'),
    icon: OpenIcon,
    href: dashboard,
    run: () => router.history.push(dashboard),
  }
  const copyId: Command = { id: 'organization-copy-id', label: t('copyId'), icon: CopyShapeIcon, run: () => copy(id, t('idCopied')) }
  return (
    <DetailFrame
      actions={{
        ...(ownOrganizations.some((each) => each.id === id) && { secondary: open }),
        menu: [[copyId, ...(block.danger ? [] : [block])]],
        danger: block.danger ? [block] : [],
        overlays: (
          <>
            {at.dialog === 'block' && <BlockDialog {...dialog} />}
            {at.dialog === 'unblock' && <UnblockDialog {...dialog} />}
          </>
        ),
      }}
      crumb={crumb}
      details={[
        [t('slug'), slug],
        [
          t('events'),
          <Link href={`${adminHref('events')}?org=${id}`} key="events">
            {t('seeEvents')}
          </Link>,
        ],
      ]}
      figures={[
        [t('members'), memberCount],
        [t('teams'), teamCount],
        [t('invitations'), pendingInvitationCount],
      ]}
      history={<LazyEntriesCard all={`${adminHref('audit')}?org=${id}`} none={t('noEntries')} of={{ organizationId: id }} />}
      lead={slug}
      main={<Members organization={organization} />}
      notice={<BlockNotice onLift={() => openDialog('unblock')} organization={organization} />}
      resource={{ id, createdAt, modifiedAt: null }}
      status={<OrganizationPill organization={organization} />}
      title={name}
      windowTitle={`${name} · ${t('title')}`}
    />
  )
}

function Members({ organization: { members, memberCount } }: { organization: AdminOrganizationDetails }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const shown = isExpanded ? members : members.slice(0, initialCount)
  return (
    <Card>
      <CardHead lined={members.length > 0} title={t('members')} />
      {members.length === 0 ? (
        <CardBody underHead>
          <p className="text-label text-muted">{t('noMembers')}</p>
        </CardBody>
      ) : (
        <Rows>
          {shown.map(({ id, user, role, createdAt }) => (
            <Row key={id}>
              <Avatar name={user.name} src={user.image} />
              <span className="min-w-0 flex-1 truncate">
                <Link href={adminHref('users', user.id)}>{user.name}</Link>{' '}
                <span className="text-muted max-wide:hidden">{shownEmail(user.email)}</span>
              </span>
              <span className="text-muted">{rolesText(role)}</span>
              <span className="text-muted max-wide:hidden">
                <Time as="day" at={createdAt} />
              </span>
            </Row>
          ))}
        </Rows>
      )}
      {memberCount > shown.length && (
        <CardFoot>
          {members.length > shown.length ? (
            <Button onClick={() => setIsExpanded(true)}>{t('showMembers', { count: members.length })}</Button>
          ) : (
            t('more', { count: memberCount - members.length })
          )}
        </CardFoot>
      )}
    </Card>
  )
}
