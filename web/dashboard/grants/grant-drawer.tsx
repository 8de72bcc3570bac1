import { useQuery } from '@tanstack/react-query'
import type { BenefitGrant } from '#client/index.ts'
import { apiQuery, callErrorOf } from '#web/api.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { t } from '#web/parts/grants/messages.ts'
import { GrantProblem } from '#web/parts/grants/problem.tsx'
import { GrantStatus } from '#web/parts/grants/status.tsx'
import { isId } from '#web/parts/single-resource.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { GiftIcon } from '#web/ui/icons/index.ts'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { RetryButton } from './retry-button.tsx'

/** One grant beside its list. `listed`: the grant, where the list shows it. */
export default function GrantDrawer(props: {
  id: string
  listed: BenefitGrant | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}) {
  const { id, listed } = props
  const organization = useOrganization()
  const query = useQuery({
    ...apiQuery('benefitGrants', 'get', id),
    enabled: isId(id),
    ...(listed !== undefined && { initialData: listed }),
  })
  const isMissing =
    !isId(id) || callErrorOf(query)?.status === 404 || (query.data !== undefined && query.data.customer.organizationId !== organization.id)
  const grant = isMissing ? undefined : query.data
  return (
    <Drawer
      foot={grant?.error == null ? undefined : <RetryButton grant={grant} variant="primary" />}
      nextLabel={t('detail.next')}
      onClose={props.onClose}
      onNext={props.onNext}
      onPrevious={props.onPrevious}
      open
      previousLabel={t('detail.previous')}
      title={grant === undefined ? t('detail.grant') : grant.benefit.description}
    >
      {isMissing ? (
        <Empty icon={GiftIcon} text={t('detail.missingText')} title={t('detail.missing')} />
      ) : (
        <QueryContent query={query}>{(found) => <Content grant={found} slug={organization.slug} />}</QueryContent>
      )}
    </Drawer>
  )
}

function Content({ grant, slug }: { grant: BenefitGrant; slug: string }) {
  const { id, customer, benefit, grantedAt, revokedAt, error } = grant
  return (
    <>
      {error !== null && (
        <section className="grid gap-8">
          <h3 className="text-body font-strong">{t('detail.todo')}</h3>
          <GrantProblem grant={grant} />
        </section>
      )}
      <DescriptionList
        items={[
          [t('status'), <GrantStatus grant={grant} key="status" />],
          [
            t('customer'),
            <Link href={detailHref(slug, 'customers', customer.id)} key="customer">
              {nameOf(customer)}
            </Link>,
          ],
          [
            t('benefit'),
            <Link href={detailHref(slug, 'benefits', benefit.id)} key="benefit">
              {benefit.description}
            </Link>,
          ],
          [t('type'), tKind(`${benefit.type}.name`)],
          [t('source'), <GrantSource grant={grant} key="source" slug={slug} />],
          grantedAt !== null && [t('detail.grantedAt'), <Time as="exact" at={grantedAt} key="granted" />],
          revokedAt !== null && [t('detail.revokedAt'), <Time as="exact" at={revokedAt} key="revoked" />],
          error !== null && [t('detail.since'), <Time as="exact" at={error.timestamp} key="error" />],
          [t('detail.id'), <Id full key="id" name={t('detail.id')} value={id} />],
        ]}
      />
    </>
  )
}

function GrantSource({ grant: { orderId, subscriptionId }, slug }: { grant: BenefitGrant; slug: string }) {
  if (orderId !== null) return <Link href={detailHref(slug, 'orders', orderId)}>{t('byOrder')}</Link>
  return <Link href={detailHref(slug, 'subscriptions', subscriptionId ?? '')}>{t('bySubscription')}</Link>
}
