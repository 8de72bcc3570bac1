import { useQuery } from '@tanstack/react-query'
import type { Meter, MeterQuantities } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { quantityText } from '#web/parts/meters/quantity.ts'
import { tUsage } from '#web/parts/meters/usage-messages.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Chart } from '#web/ui/display/chart.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { dayText } from '#web/ui/text/moment.ts'
import { dayAfter } from '../overview/period.ts'

const DAYS = 30

/** The quantity of a meter on each of the last days, in the reader's time zone. With a test clock these are the last days of its time. */
export default function QuantitiesCard({ meter }: { meter: Meter }) {
  const organization = useQuery(apiQuery('organizations', 'get', meter.organizationId)).data
  const today = dayAfter(organization?.testClockTime ? new Date(organization.testClockTime) : new Date(), 0)
  const query = useQuery(
    apiQuery('meters', 'quantities', {
      id: meter.id,
      startTimestamp: dayAfter(today, 1 - DAYS).toISOString(),
      endTimestamp: today.toISOString(),
      interval: 'day',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  )
  return (
    <Card>
      <CardHead note={query.data && <Total quantities={query.data} />} title={tUsage('lastDays')} />
      <CardBody underHead>
        <QueryContent query={query} skeleton={<Skeletons label={tUsage('lastDays')} rows={4} />}>
          {(quantities) => <Days name={meter.name} quantities={quantities} />}
        </QueryContent>
      </CardBody>
    </Card>
  )
}

function Total({ quantities: { total } }: { quantities: MeterQuantities }) {
  return tUsage('total', { quantity: quantityText(useLanguage().locale, total) })
}

function Days({ quantities: { quantities }, name }: { quantities: MeterQuantities; name: string }) {
  const { locale } = useLanguage()
  const last = quantities.length - 1
  const days = quantities.map(({ timestamp, quantity }, at) => {
    const label = dayText(locale, new Date(timestamp), new Date(quantities[last]?.timestamp ?? timestamp))
    return { label, title: at === last ? tUsage('today', { day: label }) : label, value: quantity, open: at === last }
  })
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return (
    <Chart
      format={(value) => quantityText(locale, value)}
      formatShort={(value) => short.format(value)}
      kind="bar"
      label={tUsage('lastDays')}
      names={{ value: name }}
      points={days}
    />
  )
}
