import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminOrganizationDetails } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { organizationsQuery } from '#web/api.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardFoot, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { StatsRow } from '#web/ui/display/metric.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { EntriesCard } from '../audit-log/entries-card.tsx'
import { SingleResource } from '../single-resource.tsx'
import { useResourceId } from '../use-resource.ts'
import { t } from './messages.ts'
import { organizationQuery } from './organization.ts'

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
  const ownOrganizations = useQuery(organizationsQuery).data ?? []
  useEffect(() => {
    document.title = `${name} · ${t('title')}`
  }, [name])
  return (
    <DetailLayout
      aside={
        <Card>
          <CardHead title={t('details')} />
          <CardBody underHead>
            <DescriptionList
              items={[
                [t('id'), <Id key="id" name={t('id')} value={id} />],
                [t('slug'), slug],
                [t('created'), <Time as="day" at={createdAt} key="since" />],
                [
                  t('events'),
                  <Link href={`${adminHref('events')}?org=${id}`} key="events">
                    {t('seeEvents')}
                  </Link>,
                ],
              ]}
            />
          </CardBody>
        </Card>
      }
      head={
        <PageHeader crumb={crumb} lead={slug} title={name}>
          {ownOrganizations.some((each) => each.id === id) && (
            <a className={buttonClass()} href={`/dashboard/${slug}`}>
              {t('openDashboard')}
            </a>
          )}
        </PageHeader>
      }
    >
      <StatsRow
        stats={[
          [t('members'), memberCount],
          [t('teams'), teamCount],
          [t('invitations'), pendingInvitationCount],
        ]}
      />
      <Members organization={organization} />
      <EntriesCard all={`${adminHref('audit')}?org=${id}`} none={t('noEntries')} of={{ organizationId: id }} />
    </DetailLayout>
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
                <Link href={adminHref('users', user.id)}>{user.name}</Link> <span className="text-muted max-wide:hidden">{user.email}</span>
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
