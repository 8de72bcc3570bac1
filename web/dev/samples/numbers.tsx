import { useState } from 'react'
import { Card, CardBody, CardHead } from '#web/ui/display/card.tsx'
import { Chart } from '#web/ui/display/chart.tsx'
import type { ChartPoint } from '#web/ui/display/chart-point.ts'
import { Meter } from '#web/ui/display/meter.tsx'
import { Metric, Metrics, StatsRow } from '#web/ui/display/metric.tsx'
import { Segmented } from '#web/ui/display/segmented.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Amount } from '#web/ui/text/amount.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import { Sample } from './sample.tsx'

const days = Array.from({ length: 30 }, (_, at) => at)
const perDay = (day: number) => ((day * 7919) % 17) * 1900 + (day % 5 === 0 ? 14_900 : 0)
const points: readonly ChartPoint[] = days.map((day) => ({
  label: `${(day % 28) + 1} ${day < 18 ? 'Feb' : 'Mar'}`,
  title: `Day ${day + 1} of 30`,
  value: days.slice(0, day + 1).reduce((sum, each) => sum + perDay(each), 0),
  before: days.slice(0, day + 1).reduce((sum, each) => sum + perDay(each + 3) * 0.8, 0),
}))
const bars: readonly ChartPoint[] = days.map((day) => ({
  label: `${(day % 28) + 1} Mar`,
  title: `Day ${day + 1}`,
  value: perDay(day),
  open: day === 29,
}))

export function NumbersSamples() {
  const { locale } = useLanguage()
  const [kind, setKind] = useState<'line' | 'bar'>('line')
  const formatEuros = (value: number) => formatMoney(locale, Math.round(value), 'eur')
  return (
    <>
      <Metrics>
        <Metric
          better
          change="+25.8%"
          label="Revenue"
          since="from €2,568.12"
          spark={[1, 4, 2, 6, 7, 7, 9]}
          value={<Amount big currency="eur" value={323_154} />}
        />
        <Metric
          better
          change="+7.3%"
          label="Recurring, per month"
          since="from €2,423.40"
          spark={[1, 1, 2, 2, 5, 5]}
          value={<Amount big currency="eur" value={260_140} />}
        />
        <Metric change="+2" label="Active subscriptions" since="from 31" value="33" />
        <Metric better={false} change="+3.2 pt" label="Churn" since="from 3.3%" value="6.5%" />
      </Metrics>
      <StatsRow
        stats={[
          ['Product', 'Relay Solo'],
          ['Per month', <Amount currency="eur" key="per-month" value={2320} />],
          ['Next charge', '20 Mar'],
          ['Paid so far', <Amount currency="eur" key="paid" value={24_568} />],
        ]}
      />
      <Card>
        <CardHead title="Revenue">
          <Segmented
            label="Kind"
            onChange={setKind}
            options={[
              { value: 'bar', label: 'Per day' },
              { value: 'line', label: 'Cumulative' },
            ]}
            value={kind}
          />
        </CardHead>
        <CardBody underHead>
          <Chart
            kind={kind}
            label="Revenue, 30 days"
            names={{ value: 'This period', before: 'Before' }}
            points={kind === 'line' ? points : bars}
            format={formatEuros}
            formatShort={(value) => `€${value >= 100_000 ? `${value / 100_000}k` : value / 100}`}
          />
        </CardBody>
      </Card>
      <Sample name="Meter" stack>
        <Meter label="320 of 500 used" of={500} value={320} />
        <Meter label="700 of 500 used" of={500} value={700} />
      </Sample>
    </>
  )
}
