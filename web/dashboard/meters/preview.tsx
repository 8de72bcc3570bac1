import { useState } from 'react'
import { completeTree, filterOf } from '#web/parts/meters/filter-tree.ts'
import { meterText } from '#web/parts/meters/labels.ts'
import { t } from '#web/parts/meters/messages.ts'
import { quantityText } from '#web/parts/meters/quantity.ts'
import { firstSamples, resultsOf, samplesOf } from '#web/parts/meters/samples.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Status } from '#web/ui/text/status.tsx'
import { aggregationOf, type MeterValues } from './fields.ts'

/** Shows what the meter measures, in words, and which of the sample events count; they belong to the page alone. */
export function Preview({ values }: { values: MeterValues }) {
  const { locale } = useLanguage()
  const [text, setText] = useState(firstSamples)
  const meter = { filter: filterOf(completeTree(values.filter)), aggregation: aggregationOf(values) }
  const events = samplesOf(text)
  const results = events && resultsOf(events, meter.filter, meter.aggregation)
  return (
    <>
      <p className="rounded-well bg-sunken px-12 py-10 text-label [overflow-wrap:anywhere]">{meterText(meter)}</p>
      <div className="grid items-start gap-16 wide:grid-cols-2">
        <Field error={results === null ? t('form.samplesInvalid') : undefined} label={t('form.samples')}>
          <Textarea mono onChange={(event) => setText(event.target.value)} rows={8} spellCheck={false} value={text} />
        </Field>
        {results !== null && (
          <div aria-live="polite" className="grid gap-8">
            <p className="flex justify-between gap-12 text-label">
              <span className="font-strong">{t('form.quantity')}</span>
              <span className="font-strong tabular-nums">{quantityText(locale, results.quantity)}</span>
            </p>
            <ul className="grid gap-6 border-t border-line pt-8">
              {results.events.map(({ name, counts }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a sample has no other identity than its place
                <li className="flex justify-between gap-12 text-label" key={at}>
                  <span className="min-w-0 truncate font-mono text-caption" translate="no">
                    {name}
                  </span>
                  <Status tone={counts ? 'good' : 'neutral'}>{t(counts ? 'form.counts' : 'form.skipped')}</Status>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </>
  )
}
