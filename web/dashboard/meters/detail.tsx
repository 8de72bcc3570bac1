import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { Meter } from '#client/index.ts'
import { ArchiveDialog } from '#web/parts/meters/archive-dialog.tsx'
import { meterCommands } from '#web/parts/meters/commands.tsx'
import { meterText } from '#web/parts/meters/labels.ts'
import { t } from '#web/parts/meters/messages.ts'
import { MeterPill } from '#web/parts/meters/status.tsx'
import { tUsage } from '#web/parts/meters/usage-messages.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { type DetailPlace, resourceDetail } from '#web/shell/detail/resource-detail.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { GaugeIcon, RightIcon } from '#web/ui/icons/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import AlertsCard from '../usage-alerts/alerts-card.tsx'
import { CountingCard } from './counting-card.tsx'
import CustomerMetersCard from './customer-meters-card.tsx'

const QuantitiesCard = lazy(() => import('./quantities-card.tsx'))

const list = '/usage/meters'

const commandsOf = (meter: Meter, { at, go }: DetailPlace, onArchive: () => void = () => undefined) =>
  meterCommands(meter, { href: `${at}${list}/${meter.id}`, go, onArchive })

/** One meter: what it counts, in words, and what customers have used of it. */
const MeterPage: ComponentType = resourceDetail({
  call: 'meters',
  api: { path: '/v1/meters/', scope: 'meters:read' },
  list,
  title: () => t('title'),
  organizationOf: ({ organizationId }) => organizationId,
  nameOf: ({ name }) => name,
  status: (meter) => <MeterPill meter={meter} />,
  useActions: (meter, place) => {
    const [isArchiving, setIsArchiving] = useState(false)
    const { edit, archive } = commandsOf(meter, place, () => setIsArchiving(true))
    return {
      primary: edit,
      ...(meter.archivedAt === null ? { danger: [archive] } : { menu: [[archive]] }),
      overlays: (
        <Permitted needs="meters:write">
          <ArchiveDialog meter={meter} onClose={() => setIsArchiving(false)} open={isArchiving} />
        </Permitted>
      ),
    }
  },
  notice: ({ archivedAt }) => archivedAt !== null && <Banner tone="info">{t('detail.archivedText')}</Banner>,
  main: (meter, { at, organization }) => (
    <>
      <Card>
        <CardHead title={t('detail.definition')}>
          <Permitted needs="events:read">
            <a className={buttonClass({ variant: 'quiet' })} href={`${at}/usage/events?meter=${meter.id}`}>
              {tUsage('counted')}
              <RightIcon className="-mr-2 opacity-85" />
            </a>
          </Permitted>
        </CardHead>
        <CardBody underHead>
          <p className="max-w-reading text-label [overflow-wrap:anywhere]">{meterText(meter)}</p>
        </CardBody>
      </Card>
      <CountingCard id={meter.id} />
      <Suspense>
        <QuantitiesCard meter={meter} />
      </Suspense>
      <Permitted needs="customer_meters:read">
        <CustomerMetersCard
          by="customer"
          none={tUsage('noCustomers')}
          query={{ organizationId: organization.id, meterId: meter.id, sorting: '-consumed_units' }}
          slug={organization.slug}
          title={tUsage('customers')}
        />
      </Permitted>
      <AlertsCard meter={meter} slug={organization.slug} />
    </>
  ),
  editMetadata: (meter, place) => commandsOf(meter, place).edit,
  useTimeline: ({ createdAt }) => [
    { id: 'created', kind: 'change', action: 'meter.created', icon: GaugeIcon, title: t('detail.createdEvent'), at: createdAt },
  ],
})
export default MeterPage
