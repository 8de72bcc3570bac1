import type { User } from '#client/index.ts'
import type { AdminUserDetails } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { providerName } from '#web/parts/providers/name.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { LockIcon } from '#web/ui/icons/index.ts'
import { Id } from '#web/ui/text/id.tsx'
import { ProviderLogo } from '#web/ui/text/provider-logo.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { t } from './messages.ts'

/** Details and ids of a user. */
export function AboutCard({ user }: { user: User }) {
  return (
    <Card>
      <CardHead title={t('detail.details')} />
      <CardBody underHead>
        <DescriptionList
          items={[
            [t('detail.id'), <Id key="id" name={t('detail.id')} value={user.id} />],
            [t('email'), <Email key="email" text={user.email} />],
            [t('detail.confirmed'), t(user.emailVerified ? 'detail.yes' : 'detail.no')],
            user.username !== null && [t('detail.username'), user.displayUsername ?? user.username],
            [t('detail.joined'), <Time as="day" at={user.createdAt} key="joined" />],
            [t('detail.updated'), <Time at={user.updatedAt} key="changed" />],
          ]}
        />
      </CardBody>
    </Card>
  )
}

// Wraps before the domain.
function Email({ text }: { text: string }) {
  const at = text.lastIndexOf('@')
  return (
    <span className="[overflow-wrap:anywhere]">
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </span>
  )
}

/** The sign-in methods of a user. */
export function SignInMethodsCard({ details: { accounts } }: { details: AdminUserDetails }) {
  return (
    <Card>
      <CardHead lined={accounts.length > 0} title={t('detail.methods')} />
      {accounts.length === 0 ? (
        <CardBody underHead>
          <p className="text-label text-muted">{t('detail.noMethods')}</p>
        </CardBody>
      ) : (
        <Rows>
          {accounts.map(({ id, provider, createdAt }) => (
            <Row key={id}>
              <span className="grid size-24 flex-none place-items-center text-muted">
                {provider === 'credential' ? <LockIcon /> : <ProviderLogo id={provider} />}
              </span>
              <span className="min-w-0 flex-1 truncate">
                {provider === 'credential' ? t('detail.passwordMethod') : (providerName(provider) ?? provider)}
              </span>
              <span className="text-muted">
                <Time as="day" at={createdAt} />
              </span>
            </Row>
          ))}
        </Rows>
      )}
    </Card>
  )
}

/** The memberships of a user. */
export function MembershipsCard({ memberships }: Pick<AdminUserDetails, 'memberships'>) {
  return (
    <Card>
      <CardHead lined={memberships.length > 0} title={t('detail.organizations')} />
      {memberships.length === 0 ? (
        <CardBody underHead>
          <p className="text-label text-muted">{t('detail.noOrganizations')}</p>
        </CardBody>
      ) : (
        <Rows>
          {memberships.map(({ organizationId, name, slug, role, createdAt }) => (
            <Row key={organizationId}>
              <Avatar name={name} square />
              <span className="min-w-0 flex-1 truncate">
                <Link href={adminHref('organizations', organizationId)}>{name}</Link>{' '}
                <span className="text-muted max-wide:hidden">{slug}</span>
              </span>
              <span className="text-muted">{rolesText(role)}</span>
              <span className="text-muted max-wide:hidden">
                <Time as="day" at={createdAt} />
              </span>
            </Row>
          ))}
        </Rows>
      )}
    </Card>
  )
}
