import type { AdminUserDetails } from '#client/types.ts'
import { adminHref } from '#web/admin/href.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { rolesText } from '#web/parts/organizations/roles.ts'
import { providerName } from '#web/parts/providers/name.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Card, CardBody, CardHead, Row, Rows } from '#web/ui/display/card.tsx'
import { LockIcon } from '#web/ui/icons/index.ts'
import { ProviderLogo } from '#web/ui/text/provider-logo.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { t } from './messages.ts'

/** An e-mail address that wraps before the domain. */
export function Email({ text }: { text: string }) {
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
