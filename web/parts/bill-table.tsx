import { type BillAmounts, type BillRow, billRows } from '#kernel/bill/rows.ts'
import { bill as billMessages } from '#messages/selling/bill.ts'
import { messages } from '#web/language.ts'
import { cx } from '#web/ui/cx.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { bareMoney } from '#web/ui/text/money.ts'

const t = messages(billMessages)

/**
 * A bill: its items, discount, tax, total and refunds with right-aligned amounts. The currency is written once, at the total, which is
 * `isDue` before the payment. `note` is a line below the name of the first item.
 */
export function BillTable(props: { bill: BillAmounts; currency: string; isDue?: boolean; note?: string | null }) {
  const { bill, currency, isDue = false, note = null } = props
  const { locale } = useLanguage()
  const names = { total: isDue ? 'due' : 'total' } as const
  const nameOf = ({ kind, label }: BillRow) =>
    kind === 'item' ? label : kind === 'total' ? t(names.total, { currency: currency.toUpperCase() }) : t(kind)
  return (
    <table aria-label={t('name')} className="w-full border-separate border-spacing-0 text-label">
      <tbody>
        {billRows(bill).map((row, at) => (
          <tr
            className={row.kind === 'total' ? 'text-body font-strong' : row.kind === 'item' ? undefined : 'text-muted'}
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a bill have a fixed order and no state.
            key={at}
          >
            <th
              className={cx(
                cell(row),
                'w-full pr-16 text-left',
                row.kind === 'item' || row.kind === 'total' ? 'font-strong' : 'font-regular',
              )}
              scope="row"
            >
              <span className="break-words">{nameOf(row)}</span>
              {at === 0 && note !== null && (
                <span className="block pt-2 text-caption break-words whitespace-pre-line text-muted">{note}</span>
              )}
            </th>
            <td className={cx(cell(row), 'text-right tabular-nums whitespace-nowrap')}>
              {row.amount === null ? t('taxUnknown') : bareMoney(locale, row.amount, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The total stands below a line. */
const cell = ({ kind }: BillRow) => (kind === 'total' ? 'border-t border-line pt-12 pb-4 align-baseline' : 'pt-4 pb-8 align-baseline')
