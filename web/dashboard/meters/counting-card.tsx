import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { quantityText } from '#web/parts/meters/quantity.ts'
import { tUsage } from '#web/parts/meters/usage-messages.ts'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Meter } from '#web/ui/display/meter.tsx'
import { useLanguage } from '#web/ui/language.tsx'

/** The interval at which the progress is read. */
const FOLLOW_MS = 1000

/** The progress of a new meter in counting the events before it. Nothing once it has counted them. */
export function CountingCard({ id }: { id: string }) {
  const { locale } = useLanguage()
  const { data } = useQuery({
    ...apiQuery('meters', 'progress', id),
    refetchInterval: ({ state }) => (state.data?.completedAt === null ? FOLLOW_MS : false),
  })
  if (data === undefined || data.completedAt !== null) return null
  const { countedEvents, totalEvents } = data
  const text = tUsage('countingText', { counted: quantityText(locale, countedEvents), total: quantityText(locale, totalEvents) })
  return (
    <Card>
      <CardHead title={tUsage('counting')} />
      <CardBody underHead>
        <div className="grid max-w-reading gap-8 text-label">
          <Meter label={text} of={totalEvents} value={countedEvents} />
          <p className="text-muted">{text}</p>
        </div>
      </CardBody>
    </Card>
  )
}
