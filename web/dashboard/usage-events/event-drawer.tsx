import { useQuery } from '@tanstack/react-query'
import type { UsageEvent } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { apiQuery, callErrorOf } from '#web/api.ts'
import { nameOf } from '#web/parts/customers/identity.tsx'
import { detailHref } from '#web/parts/detail-href.ts'
import { isId } from '#web/parts/single-resource.tsx'
import { t } from '#web/parts/usage-events/messages.ts'
import { type MetadataPair, pairsOf } from '#web/parts/usage-events/metadata.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { DescriptionList } from '#web/ui/display/description-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { PulseIcon } from '#web/ui/icons/index.ts'
import { Drawer } from '#web/ui/overlays/drawer.tsx'
import { Id } from '#web/ui/text/id.tsx'
import { Time } from '#web/ui/text/time.tsx'

/** One event beside its list. `listed`: the event, where the list shows it. */
export default function EventDrawer(props: {
  id: string
  listed: UsageEvent | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}) {
  const { id, listed } = props
  const organization = useOrganization()
  const query = useQuery({
    ...apiQuery('events', 'get', id),
    enabled: isId(id),
    ...(listed !== undefined && { initialData: listed }),
  })
  const isMissing =
    !isId(id) || callErrorOf(query)?.status === 404 || (query.data !== undefined && query.data.organizationId !== organization.id)
  return (
    <Drawer
      nextLabel={t('detail.next')}
      onClose={props.onClose}
      onNext={props.onNext}
      onPrevious={props.onPrevious}
      open
      previousLabel={t('detail.previous')}
      title={
        query.data === undefined || isMissing ? (
          t('detail.event')
        ) : (
          <span className="font-mono text-body" translate="no">
            {query.data.name}
          </span>
        )
      }
    >
      {isMissing ? (
        <Empty icon={PulseIcon} text={t('detail.missingText')} title={t('detail.missing')} />
      ) : (
        <QueryContent query={query}>{(event) => <Content event={event} slug={organization.slug} />}</QueryContent>
      )}
    </Drawer>
  )
}

function Content({ event, slug }: { event: UsageEvent; slug: string }) {
  const may = useMay()
  const { id, timestamp, source, customer, externalCustomerId, externalId, metadata } = event
  return (
    <>
      <DescriptionList
        items={[
          [t('date'), <Time as="exact" at={timestamp} key="date" />],
          [
            t('customer'),
            customer === null ? (
              t(externalCustomerId === null ? 'noCustomer' : 'detail.noCustomer')
            ) : (
              <Customer customer={customer} key="customer" slug={slug} />
            ),
          ],
          externalCustomerId !== null && [
            t('externalCustomer'),
            <Id full key="external-customer" name={t('externalCustomer')} value={externalCustomerId} />,
          ],
          [t('source'), t(`sources.${source}`)],
          externalId !== null && [t('detail.externalId'), <Id full key="external" name={t('detail.externalId')} value={externalId} />],
          [t('detail.id'), <Id full key="id" name={t('detail.id')} value={id} />],
        ]}
      />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <h3 className="flex items-center justify-between gap-12 text-body font-strong">
          {t('metadata')}
          <CopyButton name={t('metadata')} value={JSON.stringify(metadata, null, 2)} />
        </h3>
        <Metadata
          meterHref={source === 'system' && may('meters:read') ? detailHref(slug, 'usage/meters', metadata.meter_id) : undefined}
          pairs={pairsOf(metadata)}
        />
      </section>
    </>
  )
}

function Customer({ customer, slug }: { customer: NonNullable<UsageEvent['customer']>; slug: string }) {
  const may = useMay()
  const [name, email] = [nameOf(customer), shownEmail(customer.email)]
  return (
    <span className="grid [overflow-wrap:anywhere]">
      <span>{may('customers:read') ? <Link href={detailHref(slug, 'customers', customer.id)}>{name}</Link> : name}</span>
      {name !== email && <span className="text-caption text-muted">{email}</span>}
    </span>
  )
}

/** `meterHref`: the page of the meter that a system event names. */
function Metadata({ pairs, meterHref }: { pairs: readonly MetadataPair[]; meterHref: string | undefined }) {
  if (pairs.length === 0) return <p className="text-label text-muted">{t('detail.noMetadata')}</p>
  const cell = 'px-12 py-8 text-left align-top [overflow-wrap:anywhere] first:pl-0 last:pr-0'
  return (
    <table aria-label={t('metadata')} className="w-full table-fixed border-collapse text-label">
      <thead>
        <tr className="border-b border-line text-caption text-muted">
          <th className={`${cell} w-112 wide:w-176 font-regular`} scope="col">
            {t('detail.key')}
          </th>
          <th className={`${cell} font-regular`} scope="col">
            {t('detail.value')}
          </th>
        </tr>
      </thead>
      <tbody translate="no">
        {pairs.map(([path, value]) => (
          <tr className="border-b border-line last:border-b-0" key={path}>
            <th className={`${cell} font-mono text-caption leading-20 font-regular text-muted`} scope="row">
              {path}
            </th>
            <td className={`${cell} font-mono text-caption leading-20 whitespace-pre-wrap`}>
              {path === 'meter_id' && meterHref !== undefined ? (
                <Id full href={meterHref} name={path} value={String(value)} />
              ) : (
                String(value)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
