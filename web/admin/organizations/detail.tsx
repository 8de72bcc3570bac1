import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AdminOrganizationRead } from '#client/administration-types.ts'
import { adminPlace } from '#web/admin-pages.ts'
import { organizationsQuery } from '#web/api.ts'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { DetailLayout } from '#web/shell/layouts.tsx'
import { PageHeader } from '#web/shell/page-header.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardFoot, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { FactsRow } from '#web/ui/display/metric.tsx'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { useAddress } from '../address.ts'
import { EntriesCard } from '../audit-log/entries-card.tsx'
import { OneThing } from '../one-thing.tsx'
import { t } from './messages.ts'
import { organizationQuery } from './organization.ts'

/** Members that are shown before more are asked for. */
const atFirst = 20
const crumb = { label: t('title'), href: adminPlace('organizations') }

/** One organization: who belongs to it, and what was done in it. */
export default function OrganizationDetail() {
  const { id = '' } = useAddress()
  const query = useQuery(organizationQuery(id))
  return (
    <OneThing crumb={crumb} id={id} query={query}>
      {(organization) => <Shown organization={organization} />}
    </OneThing>
  )
}

function Shown({ organization }: { organization: AdminOrganizationRead }) {
  const { id, name, slug, createdAt, memberCount, teamCount, pendingInvitationCount } = organization
  const own = useQuery(organizationsQuery).data ?? []
  useEffect(() => {
    document.title = `${name} · ${t('title')}`
  }, [name])
  return (
    <DetailLayout
      aside={
        <Card>
          <CardHead title={t('about')} />
          <CardBody underHead>
            <DescriptionList
              facts={[
                [t('id'), <Id key="id" name={t('id')} value={id} />],
                [t('slug'), slug],
                [t('since'), <Time as="day" at={createdAt} key="since" />],
                [
                  t('facts'),
                  <Link href={`${adminPlace('facts')}?org=${id}`} key="facts">
                    {t('seeFacts')}
                  </Link>,
                ],
              ]}
            />
          </CardBody>
        </Card>
      }
      head={
        <PageHeader crumb={crumb} lead={slug} title={name}>
          {own.some((each) => each.id === id) && (
            <a className={buttonClass()} href={`/dashboard/${slug}`}>
              {t('visit')}
            </a>
          )}
        </PageHeader>
      }
    >
      <FactsRow
        facts={[
          [t('members'), memberCount],
          [t('teams'), teamCount],
          [t('invitations'), pendingInvitationCount],
        ]}
      />
      <Members organization={organization} />
      <EntriesCard all={`${adminPlace('audit')}?org=${id}`} none={t('noEntries')} of={{ organizationId: id }} />
    </DetailLayout>
  )
}

function Members({ organization: { members, memberCount } }: { organization: AdminOrganizationRead }) {
  const [isLong, setIsLong] = useState(false)
  const shown = isLong ? members : members.slice(0, atFirst)
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
                <Link href={adminPlace('users', user.id)}>{user.name}</Link>{' '}
                <span className="text-muted max-wide:hidden">{user.email}</span>
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
            <Button onClick={() => setIsLong(true)}>{t('showMembers', { count: members.length })}</Button>
          ) : (
            t('more', { count: memberCount - members.length })
          )}
        </CardFoot>
      )}
    </Card>
  )
}
