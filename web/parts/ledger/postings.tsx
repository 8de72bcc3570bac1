import type { LedgerEntry } from '#client/index.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { t } from './messages.ts'

const head =
  'h-36 border-b border-line px-12 font-regular text-caption text-muted first:pl-16 last:pr-16 max-wide:not-first:pl-6 max-wide:not-last:pr-6'
const cell = 'px-12 first:pl-16 last:pr-16 max-wide:not-first:pl-6 max-wide:not-last:pr-6'

/** The postings of one entry: account, debit, credit, and their sums, which are equal. */
export function Postings({ entry }: { entry: LedgerEntry }) {
  const { currency, postings } = entry
  const debits = postings.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
  const bare = (value: number) => <Amount bare currency={currency} value={value} />
  return (
    <table aria-label={t(`kinds.${entry.kind}`)} className="w-full border-separate border-spacing-0 text-label">
      <thead>
        <tr>
          <th className={`${head} text-left`} scope="col">
            {t('account')}
          </th>
          <th className={`${head} text-right`} scope="col">
            {t('debit')}
          </th>
          <th className={`${head} text-right`} scope="col">
            {t('credit')}
          </th>
        </tr>
      </thead>
      <tbody>
        {postings.map(({ account, customerId, amount }) => (
          <tr key={`${account} ${customerId} ${amount}`}>
            <td className={`${cell} h-36`}>{t.find(`accounts.${account}`) ?? account}</td>
            <td className={`${cell} h-36 text-right`}>{amount > 0 && bare(amount)}</td>
            <td className={`${cell} h-36 text-right`}>{amount < 0 && bare(-amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-strong">
        <tr>
          <td className={`${cell} h-44 border-t border-line`}>{t('total', { currency: currency.toUpperCase() })}</td>
          <td className={`${cell} h-44 border-t border-line text-right`}>{bare(debits)}</td>
          <td className={`${cell} h-44 border-t border-line text-right`}>{bare(debits)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
