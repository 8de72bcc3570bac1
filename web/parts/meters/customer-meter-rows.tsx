import type { CustomerMeter } from '#client/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { nameOf } from '../customers/identity.tsx'
import { detailHref } from '../detail-href.ts'
import { quantityText } from './quantity.ts'
import { tUsage } from './usage-messages.ts'

/** The name of a row: its customer, or its meter. */
export type CustomerMeterName = 'customer' | 'meter'

/** The usage of meters by customers, without sorting or menus. `by` selects what names each row, and where it leads. */
export function CustomerMeterRows(props: { rows: readonly CustomerMeter[]; by: CustomerMeterName; slug: string; label: string }) {
  const { rows, by, slug, label } = props
  const { locale } = useLanguage()
  const head = 'h-36 border-b border-line px-12 text-caption font-regular whitespace-nowrap text-muted first:pl-16 last:pr-16'
  const cell =
    'h-44 px-12 whitespace-nowrap border-line not-group-last/row:border-b first:pl-16 last:pr-16 group-hover/row:bg-hover max-wide:h-64'
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 text-label">
      <thead>
        <tr>
          <th className={`${head} text-left`} scope="col">
            {tUsage(by)}
          </th>
          <th className={`${head} text-right max-wide:pr-16`} scope="col">
            {tUsage('used')}
          </th>
          <th className={`${head} text-right max-wide:hidden`} scope="col">
            {tUsage('credited')}
          </th>
          <th className={`${head} text-right max-wide:hidden`} scope="col">
            {tUsage('balance')}
          </th>
          <th className={`${head} text-right max-wide:hidden`} scope="col">
            {tUsage('changed')}
          </th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {rows.map((row) => (
          <tr className="group/row relative" key={row.id}>
            <td className={`${cell} w-full max-w-0`}>
              <a
                className="block truncate font-strong outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                href={by === 'customer' ? detailHref(slug, 'customers', row.customerId) : detailHref(slug, 'usage/meters', row.meterId)}
              >
                {by === 'customer' ? nameOf(row.customer) : row.meter.name}
              </a>
              <span className="block truncate text-caption text-muted wide:hidden">
                {tUsage('balance')} {quantityText(locale, row.balance)}
              </span>
            </td>
            <td className={`${cell} text-right max-wide:pr-16`}>{quantityText(locale, row.consumedUnits)}</td>
            <td className={`${cell} text-right max-wide:hidden`}>{quantityText(locale, row.creditedUnits)}</td>
            <td className={`${cell} text-right max-wide:hidden`}>{quantityText(locale, row.balance)}</td>
            <td className={`${cell} text-right text-muted max-wide:hidden`}>
              <Time at={row.modifiedAt ?? row.createdAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
